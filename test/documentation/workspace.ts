/**
 * A folder outside the project in which a document's commands run as they stand: `npx fedsa` is the
 * built program, `npx tsx` the installed tsx in a package where fedsa is installed. It begins with the problem
 * file of the README, which other documents use, too.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fedsa } from '../commandLine/builtProgram.ts';
import { readDocument, ROOT } from './documents.ts';

/** How a command ended, and what it printed. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

const NPX = `#!/bin/sh
name="$1"
shift
case "$name" in
  fedsa) exec "${process.execPath}" "${join(ROOT, 'dist/program/main.js')}" "$@" ;;
  tsx)
    mkdir -p node_modules && ln -sfn "${ROOT}" node_modules/fedsa && echo '{ "type": "module" }' > package.json
    exec "${process.execPath}" "${join(ROOT, 'node_modules/tsx/dist/cli.mjs')}" "$@" ;;
  *) echo "no stand-in for npx $name" >&2; exit 64 ;;
esac
`;

export class Workspace {
  readonly #root = mkdtempSync(join(tmpdir(), 'fedsa-documentation-'));
  readonly folder = join(this.#root, 'work');

  constructor() {
    mkdirSync(this.folder);
    mkdirSync(join(this.#root, 'bin'));
    writeFileSync(join(this.#root, 'bin/npx'), NPX);
    chmodSync(join(this.#root, 'bin/npx'), 0o755);
    this.write(
      'problem.json',
      readDocument('README.md').blocks.find(({ name }) => name === 'problem.json')!.text,
    );
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), `${text}\n`);
  }

  /**
   * Runs a command line in the folder, which is the home folder, too. A plain `npx fedsa` is called in this
   * process; what needs a shell, or is another program, is started.
   */
  async run(command: string): Promise<Ended> {
    const [, words] = /^npx fedsa ([\w ./:=,-]+)$/.exec(command) ?? [];
    if (words === undefined) return this.#started(command);
    const { status, stdout, stderr } = await fedsa(this.folder, ...words.split(' '));
    return { status, output: stdout, errors: stderr };
  }

  #started(command: string): Promise<Ended> {
    const PATH = [join(this.#root, 'bin'), process.env.PATH].join(delimiter);
    const environment = { ...process.env, PATH, HOME: this.folder, NO_COLOR: '1' };
    return new Promise((resolve, reject) => {
      const child = spawn('sh', ['-c', command], { cwd: this.folder, env: environment });
      let output = '';
      let errors = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      child.on('error', reject);
      child.on('close', (status) => {
        resolve({ status, output, errors });
      });
    });
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}
