/**
 * Loaded into a program before its own modules: it counts the changes that the program makes to files, those of all threads
 * together, and sends the program a signal at one of them. That is the same moment whatever else the machine computes.
 *
 * `KILL_AT_CHANGE` is JSON: `counter`, the file whose length is the count; and, where the program is to be killed, `at`,
 * the number of the change, `signal`, and `isTorn`, whether half of its bytes are written.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { counter, at, signal, isTorn } = JSON.parse(process.env.KILL_AT_CHANGE);
const { openSync, writeSync, writeFileSync, mkdirSync, fstatSync } = fs;
const count = openSync(counter, 'a');

/** Counts a change that is to be made; whether it is the one. */
function isChosen() {
  writeSync(count, '.');
  if (at === undefined || fstatSync(count).size < at) return false;
  try {
    // two threads may both see that the number is reached
    mkdirSync(`${counter}.killed`);
    return true;
  } catch {
    return false;
  }
}

function kill() {
  process.kill(process.pid, signal);
}

/** Half of what is to be written: strings and bytes alike. */
const halfOf = (content) => content.slice(0, content.length >> 1);

const isForWriting = (flags = 'r') =>
  typeof flags === 'number'
    ? (flags & (fs.constants.O_CREAT | fs.constants.O_TRUNC)) !== 0
    : /[wa+]/.test(flags);

/** Has a function of a module counted. */
function counted(module, name, { isChange = () => true, tear } = {}) {
  const original = module[name];
  module[name] = (...args) => {
    if (isChange(...args) && isChosen()) {
      if (isTorn) tear?.(...args);
      kill();
    }
    return original(...args);
  };
}

const NAMES = ['rename', 'link', 'rm', 'rmdir', 'unlink', 'mkdir', 'copyFile'];
for (const name of [...NAMES, 'ftruncate', 'mkdtemp'].map((act) => `${act}Sync`)) counted(fs, name);
for (const name of NAMES) counted(fs.promises, name);
counted(fs, 'openSync', { isChange: (_path, flags) => isForWriting(flags) });
counted(fs, 'writeSync', {
  tear: (file, bytes, offset = 0, length = bytes.length - offset, position = null) => {
    if (typeof bytes === 'string') writeSync(file, halfOf(bytes));
    else writeSync(file, bytes, offset, length >> 1, position);
  },
});
const whole = {
  tear: (file, content, options) => {
    writeFileSync(file, halfOf(content), options);
  },
};
counted(fs, 'writeFileSync', whole);
counted(fs.promises, 'writeFile', whole);
syncBuiltinESMExports();
