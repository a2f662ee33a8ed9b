/** What a command runs or computes of: its argument's name and help. */
export const SCENARIO = [
  '<scenario>',
  'name of a shipped scenario, a scenario file (.ts, .js) or a problem file (.json)',
] as const;
