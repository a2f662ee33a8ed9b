/** A run that keeps its thread busy lets the rest of the program have its turn. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { PeriodicPause } from '../../../actors/experiment/pause.ts';

const COUNT = 120;

/** Connects as often, and says when all connections wait to be accepted. */
const CONNECTING = `
const { connect } = require('node:net');
const { port, count, word } = require('node:worker_threads').workerData;
let connected = 0;
for (let at = 0; at < count; at++)
  connect(port, '127.0.0.1', () => {
    if (++connected < count) return;
    Atomics.store(word, 0, 1);
    Atomics.notify(word, 0);
  });
`;

/** Does nothing else for so many ms. */
function compute(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('connections that are opened at once wait for a few pauses, not for one each', async () => {
  let accepted = 0;
  const server = createServer(() => {
    accepted++;
    // What a page's event stream costs.
    compute(0.2);
  });
  server.listen(0, '127.0.0.1', COUNT);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const word = new Int32Array(new SharedArrayBuffer(4));
  const pages = new Worker(CONNECTING, { eval: true, workerData: { port, count: COUNT, word } });
  expect(Atomics.wait(word, 0, 0, 20_000)).not.toBe('timed-out');
  const pause = new PeriodicPause(new AbortController().signal);
  let pauses = 0;
  while (accepted < COUNT) {
    compute(5);
    const stopping = pause.stopping();
    if (stopping === false) continue;
    pauses++;
    await stopping;
  }
  await pages.terminate();
  server.close();
  expect(pauses).toBeLessThan(COUNT / 3);
});
