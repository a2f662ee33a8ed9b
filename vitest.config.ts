import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // a dot a test, every failure in full, and the sums at the end
    reporters: ['dot'],
    silent: 'passed-only',
    // a forgotten `.only` must not make the rest of the suite look green
    allowOnly: false,
    // tests that start threads or programs share the cores with all the others
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
