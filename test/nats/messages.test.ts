import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf, withoutPassword } from '../../src/nats/address.ts';
import { Assembler, chunksOf } from '../../src/nats/chunks.ts';
import { type Identity, identityOf, parseIdentity, whyApart } from '../../src/nats/identity.ts';

describe('the address of a server', () => {
  test.each([
    ['nats://10.0.0.7', { where: '10.0.0.7:4222', isSecure: false }],
    ['10.0.0.7:4333', { where: '10.0.0.7:4333', isSecure: false }],
    ['nats://ann:s%40cret@host:1', { where: 'host:1', isSecure: false, user: 'ann', pass: 's@cret' }],
    ['tls://t0ken@host', { where: 'host:4222', isSecure: true, token: 't0ken' }],
    ['nats://[::1]:4222', { where: '[::1]:4222', isSecure: false }],
  ])('%s', (url, address) => {
    expect(addressOf(url, {})).toEqual(address);
    expect(addressOf(undefined, { FEDSA_NATS: url })).toEqual(address);
  });

  test.each([
    [undefined, '`nats`: name the server (or set FEDSA_NATS)'],
    ['http://host', '`nats`: http://host begins with neither nats:// nor tls://'],
    ['nats://', '`nats`: nats:// names no host'],
    ['nats://ann:secret@host/x', '`nats`: nats://host/x has something after host and port'],
    ['nats://ann:secret@ho st', '`nats`: nats://ho st is no URL'],
  ])('%s is refused, and no password is in the line', (url, beginning) => {
    expect(() => addressOf(url, {})).toThrow(beginning);
  });

  test('words of a command line lose passwords, and nothing else', () => {
    expect(withoutPassword('--nats=tls://ann:s@c/ret')).toBe('--nats=tls://c/ret');
    expect(withoutPassword('nats://ann:secret@a:1,nats://b')).toBe('nats://a:1,nats://b');
    expect(withoutPassword('ann:secret@host')).toBe('ann:secret@host');
  });
});

describe('chunks', () => {
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 31) % 251);

  test('of any payload and any limit come together again, in any order and twice, beside those of another', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 3000 }),
        fc.integer({ min: 200, max: 2000 }),
        fc.infiniteStream(fc.nat()),
        (payload, most, draws) => {
          const other = bytes(1000);
          const chunks = chunksOf(payload, most).flatMap((chunk) => [
            ['a', chunk] as const,
            ['a', chunk] as const,
          ]);
          const mixed = [...chunks, ...chunksOf(other, most).map((chunk) => ['b', chunk] as const)]
            .map((entry) => ({ entry, at: draws.next().value }))
            .sort((x, y) => x.at - y.at);
          const assembler = new Assembler();
          const found = mixed.flatMap(({ entry: [sender, chunk] }) => {
            const whole = assembler.add(sender, chunk);
            return whole === undefined ? [] : [{ sender, whole: Buffer.from(whole) }];
          });
          expect(chunks.every(([, chunk]) => chunk.length <= most)).toBe(true);
          expect(found.filter(({ sender }) => sender === 'b').map(({ whole }) => whole)).toEqual([
            Buffer.from(other),
          ]);
          expect(found.find(({ sender }) => sender === 'a')!.whole).toEqual(Buffer.from(payload));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a changed byte, a cut and a stranger’s message are refused', () => {
    const [chunk] = chunksOf(bytes(100), 1000) as [Uint8Array];
    const changed = Uint8Array.from(chunk);
    changed[90]! ^= 1;
    expect(() => new Assembler().add('w', changed)).toThrow('a message of w is incomplete');
    expect(() => new Assembler().add('w', chunk.subarray(0, 120))).toThrow('a message of w is incomplete');
    expect(() => new Assembler().add('w', bytes(100))).toThrow('a message of w is not of this version');
    const [first, second] = chunksOf(bytes(3000), 2000) as [Uint8Array, Uint8Array];
    const many = Buffer.from(first);
    many.writeUInt32LE(2 ** 31, 8);
    expect(() => new Assembler().add('w', many)).toThrow('a message of w has impossible sizes');
    // Chunks of two payloads never make one.
    const assembler = new Assembler();
    expect(assembler.add('w', first)).toBeUndefined();
    expect(assembler.add('v', second)).toBeUndefined();
  });

  test('what is absurdly large is refused before it is copied', () => {
    const large = { length: 2 ** 31 } as Uint8Array;
    expect(() => chunksOf(large, 2 ** 20)).toThrow('2147483648 bytes are too many for one result over NATS');
  });
});

describe('who computes', () => {
  const ours: Identity = identityOf('1.0.0');

  test.each([
    [{ version: '1.1.0' }, 'fedsa 1.1.0, this sweep has fedsa 1.0.0'],
    [
      { numerics: ours.numerics + 1 },
      `numerics version ${ours.numerics + 1}, this sweep has numerics version ${ours.numerics}`,
    ],
    [{ v8: '1.2.3' }, `V8 1.2.3, this sweep has V8 ${process.versions.v8}`],
  ])('%o is refused, and both are named', (change, words) => {
    const theirs = parseIdentity(JSON.parse(JSON.stringify({ ...ours, ...change })));
    expect(whyApart({ name: 'this sweep', identity: ours }, { name: 'worker w', identity: theirs })).toBe(
      `worker w has ${words}: their numbers may differ; install the same fedsa and Node on both`,
    );
  });

  test('the same may share work; what is no identity is refused', () => {
    expect(whyApart({ name: 'a', identity: ours }, { name: 'b', identity: { ...ours } })).toBeUndefined();
    expect(() => parseIdentity({ version: 1 })).toThrow('which versions of fedsa and V8');
    expect(() => parseIdentity(null)).toThrow('which versions of fedsa and V8');
  });
});
