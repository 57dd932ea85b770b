import type { ApiRoutes } from '../src/app'
import type { ErrorStatus, ErrorCode as ServerCode } from '../src/errors'
import type { ClientMessage, ServerMessage } from '../src/ground/socket-messages'

// All that clients know of the server. In the package, the types that TypeScript infers for these stand here.

type Inferred = { body: unknown; query: unknown; response: unknown }
type Success<Response> = Response[Extract<keyof Response, 200 | 201>]

/**
 * Without what Elysia says of failures: it adds a 422 of its own, which Quad never sends, and loses the refusals of a
 * route that has two macros.
 */
type Clean<Tree> = {
  [Key in keyof Tree]: Tree[Key] extends Inferred
    ? { body: Tree[Key]['body']; query: Tree[Key]['query']; success: Success<Tree[Key]['response']> }
    : Clean<Tree[Key]>
}

/** The endpoints by path: `routes.posts[':id'].get`. */
export type Routes = Clean<ApiRoutes['api']['v1']>
/** The codes with which a route refuses, by `POST /auth/login`; in the package alone. */
export type Refusals = Record<never, never>
/** Why a request failed. `UNREACHABLE` is no code of the server: nobody answered, or not Quad. */
export type ErrorCode = ServerCode | 'UNREACHABLE'
export type { ClientMessage, ErrorStatus, ServerMessage }
