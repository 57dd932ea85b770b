export type FieldError = { field: string; message: string }
export type Success<Data> = { success: true; message: string; data: Data }
export type Failure = { success: false; message: string; code: string; errors?: FieldError[] }
export type Envelope<Data> = Success<Data> | Failure

const UNREACHABLE: Failure = {
  success: false,
  code: 'UNREACHABLE',
  message: 'The server could not be reached. Look to your connection and try again.',
}

/** Sends one request to the API; what goes wrong comes back as a failure envelope, so nothing is thrown. */
export async function call<Data>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Envelope<Data>> {
  try {
    const response = await fetch(`/api/v1${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return (await response.json()) as Envelope<Data>
  } catch {
    return UNREACHABLE
  }
}
