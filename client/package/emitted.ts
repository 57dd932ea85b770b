import type { Routes as Inferred, ServerMessage as Received, ClientMessage as Sent } from '../routes'

// What TypeScript is to write out in full, so that the declarations of the package import nothing of the server. Never
// run: declarations.ts compiles it.

/** An alias within a function cannot be named in a declaration, so the compiler writes what it stands for. */
function inFull<Type>() {
  // A redirect, or the upgrade to a socket: no body that a client reads.
  type Expanded<Part> = Part extends Response
    ? unknown
    : Part extends File
      ? Part
      : { [Key in keyof Part]: Expanded<Part[Key]> }
  return null as unknown as Expanded<Type>
}

export const Routes = inFull<Inferred>()
export const ServerMessage = inFull<Received>()
export const ClientMessage = inFull<Sent>()
