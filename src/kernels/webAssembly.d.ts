/** The little of WebAssembly that is used here: TypeScript has its types in the library of browsers only. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: SharedArrayBuffer;
    /** Grows by some pages. */
    grow(pages: number): number;
  }
  interface MemoryDescriptor {
    /** pages */
    readonly initial: number;
    readonly maximum: number;
    readonly shared: true;
  }
  const Memory: new (descriptor: MemoryDescriptor) => Memory;

  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  const Module: new (bytes: Uint8Array) => Module;

  interface Instance {
    readonly exports: unknown;
  }
  const Instance: new (
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => Instance;

  function validate(bytes: Uint8Array): boolean;
}
