/**
 * The live page's server: the page with its script and style, and an event stream for each page that is open.
 *
 * Anyone who has the URL, with its random token, may watch. Everything else is refused with 403: another token, another
 * `Host` than this server's (a stranger's name that points here, DNS rebinding), another page's `Origin`. Nothing changes by
 * GET.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { firstLine, InputError } from '../../values/failure.ts';
import { builtFile } from '../../values/builtProgram.ts';
import { STYLE } from '../../report/style.ts';
import type { Board } from './board.ts';

/** Only this machine. */
const LOOPBACK = '127.0.0.1';
/** Addresses that stand for all of a machine's. */
const WILDCARDS = ['0.0.0.0', '::'];

const LONGEST_COMMAND = 4_096;

/** Connections that may wait until they are accepted, where the system allows as many: a run that computes accepts few at a time. */
const BACKLOG = 4_096;

/** Event streams that may be open. More are refused before the program has no file descriptors left, which would cut them off. */
const MOST_STREAMS = 4_000;

/** Milliseconds that readers have for what was sent last. */
const LAST_WORDS = 500;

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>fedsa</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
<link rel="stylesheet" href="page.css">
<script src="page.js" defer></script>
</head>
<body></body>
</html>
`;

/** Where the server listens. */
export interface LiveOptions {
  /** an address or a name of this machine; the loopback address where it is not given */
  readonly host?: string | undefined;
  /** 0 or none: a free one */
  readonly port?: number | undefined;
  /** event streams that may be open at once */
  readonly mostStreams?: number | undefined;
}

/** @throws InputError in one line, where it cannot be done */
type Obey = (text: string, panel: string | undefined) => Promise<void>;

/** A server that is running. */
export interface LiveServer {
  /** the page's, with its token */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts a server.
 *
 * @param boardOf - what a page shows; asked with the name of its panel, or without one
 * @param obey - does what a page asks for, in JSON, perhaps of a panel
 * @throws InputError where it cannot listen there
 */
export async function serveLive(
  boardOf: (panel: string | undefined) => Board | undefined,
  obey: Obey,
  { host = LOOPBACK, port = 0, mostStreams = MOST_STREAMS }: LiveOptions = {},
): Promise<LiveServer> {
  const token = randomBytes(24).toString('base64url');
  const server = createServer();
  await listen(server, host, port);
  const { port: bound } = server.address() as AddressInfo;
  const hosts = namesOf(host).map((name) => `${name}:${bound}`.toLowerCase());
  let streams = 0;
  const open = (response: ServerResponse, board: Board | undefined): void => {
    if (board === undefined) refuse(response, 404);
    else if (streams >= mostStreams) refuse(response.setHeader('Connection', 'close'), 503);
    else {
      streams++;
      response.on('close', () => streams--);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
      board.attach(response);
    }
  };
  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const path = isAllowed(request, hosts) ? pathBehind(token, request.url ?? '') : undefined;
    if (path === undefined) refuse(response, 403);
    else if (request.method === 'GET') {
      if (path.name === 'events') open(response, boardOf(path.panel));
      else give(path.name, response);
    } else if (request.method === 'POST' && path.name === 'commands')
      take(request, response, (text) => obey(text, path.panel));
    else refuse(response, 405);
  });
  return {
    url: `http://${hosts[0]!}/${token}/`,
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => {
          server.closeAllConnections();
        }, LAST_WORDS);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'the port is taken' : error.message;
      reject(new InputError(`the live page cannot be served at ${host}, port ${port}: ${why}`));
    });
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

/** What a reader may call the machine, in URLs. */
function namesOf(host: string): string[] {
  const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address);
  if (!WILDCARDS.includes(host))
    return [...new Set([inUrl(host), ...(host === LOOPBACK ? ['localhost'] : [])])];
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return [LOOPBACK, 'localhost', hostname(), ...interfaces.map(({ address }) => inUrl(address))];
}

function isAllowed({ headers, method }: IncomingMessage, hosts: readonly string[]): boolean {
  const host = headers.host?.toLowerCase() ?? '';
  if (!hosts.includes(host)) return false;
  // A browser names the origin of everything but plain requests of its own pages.
  return headers.origin === undefined ? method === 'GET' : headers.origin.toLowerCase() === `http://${host}`;
}

/** What is asked for, and perhaps of which panel. */
interface Path {
  readonly name: string;
  readonly panel: string | undefined;
}

/** What follows the token in a URL; `undefined` for another token. */
function pathBehind(token: string, url: string): Path | undefined {
  const [, given = '', ...path] = url.split('/');
  const [first, other] = [Buffer.from(given), Buffer.from(token)];
  if (first.length !== other.length || !timingSafeEqual(first, other)) return undefined;
  const [name = '', query] = path.join('/').split('?');
  return { name, panel: new URLSearchParams(query).get('panel') ?? undefined };
}

/** Answers with a file of the page. */
function give(name: string, response: ServerResponse): void {
  switch (name) {
    case '':
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(PAGE);
      break;
    case 'style.css':
      response.setHeader('Content-Type', 'text/css; charset=utf-8').end(STYLE);
      break;
    case 'page.css':
      response.setHeader('Content-Type', 'text/css; charset=utf-8').end(asset('page.css'));
      break;
    case 'page.js':
      response.setHeader('Content-Type', 'text/javascript; charset=utf-8').end(asset('page.js'));
      break;
    default:
      refuse(response, 404);
  }
}

/** Takes a command: only in JSON, which no form of another page can send. */
function take(
  request: IncomingMessage,
  response: ServerResponse,
  obey: (text: string) => Promise<void>,
): void {
  if (request.headers['content-type'] !== 'application/json') {
    refuse(response, 403);
    return;
  }
  let text = '';
  request.setEncoding('utf8').on('data', (data: string) => {
    text += data;
    if (text.length > LONGEST_COMMAND) request.destroy();
  });
  request.on('end', () => {
    obey(text).then(
      () => response.writeHead(204).end(),
      (error: unknown) => {
        refuse(response, 409, firstLine(error));
      },
    );
  });
}

const asset = (name: string): Buffer => readFileSync(builtFile(`program/live/${name}`));

/** What is said of a refusal that has no reason of its own; to a stranger nothing of the page. */
const REFUSALS = {
  403: '403: open the page by the whole URL that fedsa has printed',
  404: '404: there is no such page',
  405: '405: not asked for in this way',
  409: '409: this cannot be done now',
  503: '503: too many pages are open; close one',
};

function refuse(response: ServerResponse, status: keyof typeof REFUSALS, why = REFUSALS[status]): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
}
