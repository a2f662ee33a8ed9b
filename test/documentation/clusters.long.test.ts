/** The commands of docs/clusters.md, with the NATS server that they need: on a port of its own, not on 4222. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasNatsServer, startServer } from '../nats/server.ts';
import { commandsOf, isFile, placeOf, readDocument } from './documents.ts';
import { Workspace } from './workspace.ts';
import { rows } from '../commandLine/builtProgram.ts';

test.runIf(hasNatsServer)('the commands of docs/clusters.md do what it says', async () => {
  const { blocks } = readDocument('docs/clusters.md');
  const workspace = new Workspace();
  const server = await startServer();
  try {
    for (const block of blocks.filter(isFile)) workspace.write(block.name!, block.text);
    const background: Promise<unknown>[] = [];
    for (const block of blocks.filter(({ language }) => language === 'sh')) {
      for (const { text, status } of commandsOf(block)) {
        const command = text.replace('nats://127.0.0.1:4222', server.url);
        if (command === 'nats-server -js -a 127.0.0.1 &') continue;
        expect(command, placeOf(block)).toMatch(/^(FEDSA_NATS=\S+ )?npx fedsa /);
        // A worker takes the place of its shell, so that it is the one to be stopped as by Ctrl-C.
        if (command.endsWith(' &')) {
          const line = `echo $$ >> pids; exec ${command.slice(0, -2)}`;
          background.push(workspace.run(line).then((ended) => [placeOf(block), ended.errors]));
          continue;
        }
        const ended = await workspace.run(command);
        expect(ended.status, `${placeOf(block)}: ${command}\n${ended.errors}`).toBe(status);
      }
    }
    expect(rows(workspace.folder, 'runs/workers/results.csv')).toHaveLength(12 * 3 * 3);
    for (const pid of readFileSync(join(workspace.folder, 'pids'), 'utf8').trim().split('\n'))
      process.kill(Number(pid), 'SIGINT');
    for (const worker of background)
      expect(await worker).toEqual([expect.anything(), expect.stringContaining('given back')]);
  } finally {
    await server.stop();
    workspace.remove();
  }
});
