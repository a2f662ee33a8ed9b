/** The house style as far as a program can check it: `npm run lint`. */
import { defineConfig, globalIgnores } from 'eslint/config';
import jsdoc from 'eslint-plugin-jsdoc';
import tseslint from 'typescript-eslint';
import { PURE_ROOMS } from './.dependency-cruiser.mjs';

const RANDOM = {
  object: 'Math',
  property: 'random',
  message: 'Take a stream from generatorFor(seed, role): every random number belongs to a seed.',
};

/** Globals that a pure room does without, each with what takes its place. */
const IMPURE_GLOBALS = [
  ...['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'].map((name) => ({
    name,
    message: 'A pure room has no clock: time is an argument.',
  })),
  ...['process', 'console', 'fetch', 'crypto'].map((name) => ({
    name,
    message: 'A pure room does no I/O: it takes values and returns values.',
  })),
];

/** An array in a public interface. */
const MUTABLE_ARRAY = {
  selector:
    'ExportNamedDeclaration > TSInterfaceDeclaration TSPropertySignature > TSTypeAnnotation > TSArrayType',
  message: 'An array in a public interface is `readonly`.',
};

/** Pronouns and participles name nothing. */
const NO_NAMES = '/^(of|one|own|said|shown|there|is|what|which|those|who)$/';

/** The same for members, less `of` and `own`, which users type: a metric's `of`, an algorithm's `own`. */
const NO_MEMBERS = '/^(one|said|shown|there|is|what|which|those|who)$/';

/** Declarations of variables, parameters, functions and classes. */
const VARIABLES = [
  ':matches(VariableDeclarator, FunctionDeclaration, ClassDeclaration) > Identifier.id',
  ':function > Identifier.params',
  ':function > AssignmentPattern.params > Identifier.left',
  ':matches(TSFunctionType, TSMethodSignature, TSDeclareFunction) > Identifier.params',
  ':matches(ObjectPattern, ArrayPattern) Identifier.value',
  'ArrayPattern > Identifier.elements',
];

/** Members of classes, interfaces and objects. */
const MEMBERS = [
  ':matches(PropertyDefinition, MethodDefinition, TSPropertySignature, TSMethodSignature) > Identifier.key',
  'ObjectExpression > Property > Identifier.key',
  ':matches(PropertyDefinition, MethodDefinition) > PrivateIdentifier.key',
];

/** A declaration is named. */
const NAMED = [
  ...VARIABLES.map((selector) => `${selector}[name=${NO_NAMES}]`),
  ...MEMBERS.map((selector) => `${selector}[name=${NO_MEMBERS}]`),
].map((selector) => ({
  selector,
  message: 'A declaration is named by a noun or a verb, not by a pronoun or a participle.',
}));

/** The rooms where a function may have more than four positional parameters. */
const MANY_PARAMETERS = ['kernels', 'maths', 'problems', 'theory', 'report', 'claims', 'runs'];

/** The rooms of src whose comments begin with the thing that they are about. */
const NAMING_COMMENTS = ['algorithms', 'events', 'measurement', 'policies', 'timing', 'triggers', 'values'];

export default defineConfig(
  // *.assembly.ts is AssemblyScript: its own compiler checks it
  globalIgnores(['dist/', '/runs/', 'coverage/', '**/*.assembly.ts']),
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['vitest.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-useless-rename': 'error',
      'no-restricted-syntax': ['error', ...NAMED],
      'no-restricted-properties': ['error', RANDOM],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // tsconfig.json allows no enums, and those of packages are not worth looking at every assignment for
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // what is private makes the compiler refuse what a class did not make: a sixth of the time for what is left
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // numbers are most of what messages tell
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // noUncheckedIndexedAccess makes every x[i] possibly undefined; loops know their bounds
      '@typescript-eslint/no-non-null-assertion': 'off',
      // index loops are the idiom of numerical code
      '@typescript-eslint/prefer-for-of': 'off',
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'actors/**/*.ts'],
    plugins: { jsdoc },
    settings: { jsdoc: { mode: 'typescript' } },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          enableFixer: false,
          require: { FunctionDeclaration: true, ClassDeclaration: true, ArrowFunctionExpression: true },
        },
      ],
      'jsdoc/require-description': [
        'error',
        {
          contexts: [
            'ExportNamedDeclaration > FunctionDeclaration',
            'ExportNamedDeclaration > ClassDeclaration',
          ],
        },
      ],
      // what goes without saying needs no @param; what is written must be true
      'jsdoc/check-param-names': ['error', { checkDestructured: false, disableMissingParamChecks: true }],
      'jsdoc/require-param-description': 'error',
      'jsdoc/require-returns-check': 'error',
      'jsdoc/check-tag-names': ['error', { typed: true }],
      'jsdoc/no-types': 'error',
      'jsdoc/empty-tags': 'error',
      'jsdoc/check-alignment': 'error',
      'no-restricted-syntax': ['error', MUTABLE_ARRAY, ...NAMED],
    },
  },
  {
    // five places in a row are read wrong at a call; kernels, maths, problems and theory pass numbers and the places of results
    files: ['src/**/*.ts', 'actors/**/*.ts'],
    ignores: MANY_PARAMETERS.map((room) => `src/${room}/**/*.ts`),
    rules: { '@typescript-eslint/max-params': ['error', { max: 4 }] },
  },
  {
    // a comment names the thing that it is about
    files: ['actors', ...NAMING_COMMENTS.map((room) => `src/${room}`)].map((room) => `${room}/**/*.ts`),
    plugins: { jsdoc },
    rules: {
      'jsdoc/match-description': [
        'error',
        {
          contexts: ['any'],
          mainDescription: {
            match: '^(?!(?:What|Who|Which|It|Its|This|That|These|Those|They)\\b)',
            message: 'A comment begins with the thing that it is about.',
          },
        },
      ],
    },
  },
  {
    // what computes only: no clock, thread, log, process or global randomness
    files: Object.keys(PURE_ROOMS).map((room) => `${room}/**/*.ts`),
    rules: {
      'no-restricted-globals': ['error', { globals: IMPURE_GLOBALS, checkGlobalObject: true }],
      'no-restricted-properties': ['error', RANDOM],
    },
  },
  {
    // what JSON.parse and expect.any() give is looked at, not trusted
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  { files: ['*.{js,mjs}', '.*.mjs'], rules: { eqeqeq: 'error', 'no-var': 'error', 'prefer-const': 'error' } },
);
