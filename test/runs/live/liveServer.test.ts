/** Who may read the live page: whoever has its URL, under its own name, from its own page. */
import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Board, type Stream } from '../../../src/runs/live/board.ts';
import { InputError } from '../../../src/values/failure.ts';
import { ShownFolder } from '../../../src/runs/live/shownFolder.ts';
import { type LiveServer, serveLive } from '../../../src/runs/live/liveServer.ts';

let server: LiveServer;
const board = new Board();
const commands: string[] = [];

beforeAll(async () => {
  server = await serveLive(
    (panel) => (panel === undefined ? board : undefined),
    (command, panel) => {
      if (command === 'never') return Promise.reject(new InputError(`not so: ${panel}`));
      commands.push(command);
      return Promise.resolve();
    },
  );
});
afterAll(() => server.close());

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Asks the server; headers as a browser of whatever page may send them. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<Answered> {
  const { hostname, port, pathname } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const asked = request(
      { hostname, port, path: path.replace('TOKEN/', pathname.slice(1)), headers, method },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (data: string) => {
          text += data;
          if (response.headers['content-type'] === 'text/event-stream') asked.destroy();
        });
        response.on('close', () => {
          resolve({ status: response.statusCode, headers: response.headers, text });
        });
      },
    );
    asked.on('error', (error) => {
      if (!asked.destroyed) reject(error);
    });
    asked.end(body);
  });
}

const custom = (): string => new URL(server.url).host;

test('the page comes under its token, and loads nothing from elsewhere', async () => {
  const page = await ask('/TOKEN/');
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.text).not.toMatch(/https?:|\/\//);
  for (const name of ['page.js', 'page.css', 'style.css']) {
    expect((await ask(`/TOKEN/${name}`, { Origin: `http://${custom()}` })).status).toBe(200);
  }
  for (const path of [
    'page.js.map',
    '../package.json',
    '..%2f..%2fpackage.json',
    'page.js/../../x',
    '/',
    'page.js%00',
  ])
    expect((await ask(`/TOKEN/${path}`)).status).toBe(404);
});

test.each([
  ['another token', `/${'x'.repeat(32)}/`, {}],
  ['no token', '/', {}],
  ['a token cut short', `/TOKEN`.slice(0, -1), {}],
  ['a stranger’s name that points here', '/TOKEN/', { Host: 'evil.example' }],
  ['the right name with another port', '/TOKEN/', { Host: '127.0.0.1:1' }],
  ['another scheme and name in the request line', 'http://evil.example/TOKEN/', {}],
  ['another page’s request', '/TOKEN/events', { Origin: 'http://evil.example' }],
  ['a page without an origin', '/TOKEN/events', { Origin: 'null' }],
  ['a page of another port', '/TOKEN/events', { Origin: 'http://127.0.0.1:1' }],
])('403 for %s', async (_, path, headers) => {
  const { status, text } = await ask(path, headers);
  expect(status).toBe(403);
  expect(text).toBe('403: open the page by the whole URL that fedsa has printed\n');
});

test('nothing is taken that does not come from the page itself', async () => {
  const origin = { Origin: `http://${custom()}` };
  const json = { 'Content-Type': 'application/json' };
  expect((await ask('/TOKEN/commands', json, 'POST')).status).toBe(403);
  expect((await ask('/TOKEN/commands', { ...json, Origin: 'http://evil.example' }, 'POST')).status).toBe(403);
  expect((await ask('/TOKEN/commands', origin, 'POST')).status).toBe(403);
  expect((await ask('/TOKEN/commands', { ...origin, 'Content-Type': 'text/plain' }, 'POST')).status).toBe(
    403,
  );
  expect((await ask('/TOKEN/commands')).status).toBe(404);
  expect((await ask('/TOKEN/', origin, 'POST')).status).toBe(405);
  expect(commands).toEqual([]);
  expect((await ask('/TOKEN/commands', { ...origin, ...json }, 'POST')).status).toBe(204);
  expect(commands).toEqual(['']);
});

test('a command that is too long is cut off, and one that cannot be done is answered in one line', async () => {
  const page = { Origin: `http://${custom()}`, 'Content-Type': 'application/json' };
  const before = commands.length;
  await expect(ask('/TOKEN/commands', page, 'POST', 'x'.repeat(1e6))).rejects.toThrow();
  expect(commands).toHaveLength(before);
  expect(await ask('/TOKEN/commands?panel=a', page, 'POST', 'never')).toMatchObject({
    status: 409,
    text: 'not so: a\n',
  });
});

test('the event stream begins with what is shown', async () => {
  board.show('progress', PROGRESS);
  const stream = await ask('/TOKEN/events');
  expect(stream.text).toBe(`event: progress\ndata: ${JSON.stringify(PROGRESS)}\n\n`);
  expect((await ask('/TOKEN/events?panel=none')).status).toBe(404);
});

test('a port that is taken is bad input in one line', async () => {
  const port = Number(new URL(server.url).port);
  await expect(
    serveLive(
      () => board,
      () => Promise.resolve(),
      { port },
    ),
  ).rejects.toThrow(`the live page cannot be served at 127.0.0.1, port ${port}: the port is taken`);
});

test('each of many streams that are opened at once begins with what is shown; those beyond the limit are refused', async () => {
  const board = new Board();
  board.show('progress', PROGRESS);
  const most = 200;
  const many = await serveLive(
    () => board,
    () => Promise.resolve(),
    { mostStreams: most },
  );
  const begun = Array.from({ length: most + 5 }, async () => {
    const asked = get(`${many.url}events`, { agent: false });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const [data] = (await once(response, 'data')) as [Buffer];
    return { status: response.statusCode, text: data.toString(), leave: () => asked.destroy() };
  });
  const streams = await Promise.all(begun);
  const first = `event: progress\ndata: ${JSON.stringify(PROGRESS)}\n\n`;
  expect(streams.filter(({ status, text }) => status === 200 && text === first)).toHaveLength(most);
  expect(streams.filter(({ status }) => status === 503)).toHaveLength(5);
  expect(board.readers).toBe(most);
  for (const { leave } of streams) leave();
  await many.close();
});

test('pages that open where others are open look at no file and send nothing to the others', () => {
  const show = vi.spyOn(Board.prototype, 'show');
  const folder = new ShownFolder('no-such-folder', {});
  const stream = { write: vi.fn(() => true), on: vi.fn(), end: vi.fn() };
  folder.boardOf()!.attach(stream);
  const first = show.mock.calls.length;
  expect(first).toBeGreaterThan(0);
  for (let page = 1; page < 200; page++) folder.boardOf()!.attach(stream);
  expect(show).toHaveBeenCalledTimes(first);
  expect(stream.write).toHaveBeenCalledTimes(200);
  show.mockRestore();
});

test('a new reader gets all that is shown in one write', () => {
  const board = new Board();
  board.show('progress', PROGRESS);
  board.show('gantt', { agents: 1, from: 0, to: 1, stretches: [] });
  const write = vi.fn(() => true);
  board.attach({ write, on: vi.fn(), end: vi.fn() });
  expect(write).toHaveBeenCalledOnce();
  // What the pause between two looks is in proportion to.
  const [[bytes]] = write.mock.calls as unknown as [[Buffer]];
  expect(board.load).toBe(bytes.length);
  board.attach({ write, on: vi.fn(), end: vi.fn() });
  expect(board.load).toBe(2 * bytes.length);
});

const PROGRESS = {
  ...{ rounds: 1, totalRounds: 2, share: 0.5 },
  ...{ roundsPerSecond: null, messagesPerSecond: null, secondsLeft: null, isHeld: null },
};

test('a reader that does not read gets the newest of each kind when it does, and nothing piles up', () => {
  const written: Buffer[] = [];
  const heard = new Map<string | symbol, () => void>();
  const stream = {
    write: (bytes: Buffer) => {
      written.push(bytes);
      return false;
    },
    on: (name: string | symbol, listener: () => void) => {
      heard.set(name, listener);
      return stream;
    },
    end: () => stream,
  } as unknown as Stream;
  const board = new Board();
  board.attach(stream);
  board.attach(stream);
  for (let rounds = 1; rounds <= 1000; rounds++) board.show('progress', { ...PROGRESS, rounds });
  // Two readers, and the same bytes for both: slow ones cost no memory of their own.
  expect(written).toHaveLength(2);
  expect(written[1]).toBe(written[0]);
  written.pop();
  heard.get('drain')!();
  // Of a thousand frames the first and the last.
  expect(written.map((bytes) => /"rounds":(\d+)/.exec(bytes.toString())![1])).toEqual(['1', '1000']);
  board.show('progress', { ...PROGRESS, rounds: 1000 });
  heard.get('drain')!();
  expect(written).toHaveLength(2);
  expect(board.readers).toBe(2);
  heard.get('close')!();
  expect(board.readers).toBe(1);
});
