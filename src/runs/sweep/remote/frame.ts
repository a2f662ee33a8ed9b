/** A head and some files as one payload: its length (4 bytes), the head as JSON, then the files one after another. */
import { InputError } from '../../../values/failure.ts';

export interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The payload. */
export function frameOf(head: object, files: readonly File[] = []): Uint8Array {
  const sizes = files.map(({ name, bytes }) => [name, bytes.length]);
  const text = Buffer.from(JSON.stringify({ head, sizes }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, ...files.map(({ bytes }) => bytes)]);
}

/**
 * The head and the files of a payload.
 *
 * @throws InputError where it is none
 */
export function parseFrame(payload: Uint8Array): { readonly head: unknown; readonly files: readonly File[] } {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  try {
    let at = 4 + bytes.readUInt32LE(0);
    if (at > bytes.length) throw new RangeError('the head is cut off');
    const { head, sizes } = JSON.parse(bytes.toString('utf8', 4, at)) as {
      readonly head: unknown;
      readonly sizes: readonly (readonly [unknown, unknown])[];
    };
    const files = sizes.map(([name, size]): File => {
      if (typeof name !== 'string' || !Number.isInteger(size) || !((size as number) >= 0))
        throw new TypeError('a file without name or size');
      const end = at + (size as number);
      if (end > bytes.length) throw new RangeError(`${name} is cut off`);
      const file = { name, bytes: bytes.subarray(at, end) };
      at = end;
      return file;
    });
    if (at !== bytes.length) throw new RangeError('there is more than was announced');
    return { head, files };
  } catch (error) {
    throw new InputError(`a message cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
