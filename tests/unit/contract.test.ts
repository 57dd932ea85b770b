import { expect, test } from 'bun:test'
import { unlistedRefusal } from '../support/contract'

const routes = [
  {
    method: 'POST',
    path: '/api/v1/teas/:id',
    hooks: { detail: { 'x-codes': ['UNAUTHENTICATED'], 'x-fails': ['CONFLICT', '403 INVALID_TOKEN'] } },
  },
]
const refused = (status: number, code: string, path = '/api/v1/teas/1') =>
  unlistedRefusal(routes, 'POST', path, status, code)

test('a refusal that its route lists passes', () => {
  expect(refused(401, 'UNAUTHENTICATED')).toBeUndefined()
  expect(refused(409, 'CONFLICT')).toBeUndefined()
  expect(refused(403, 'INVALID_TOKEN')).toBeUndefined()
  expect(refused(400, 'VALIDATION_FAILED')).toBeUndefined()
})
test('one that it does not list, or under another status, is named', () => {
  expect(refused(404, 'NOT_FOUND')).toContain('404 NOT_FOUND')
  expect(refused(400, 'INVALID_TOKEN')).toContain('400 INVALID_TOKEN')
})
test('an address without a route has nothing to list', () => {
  expect(refused(404, 'NOT_FOUND', '/api/v1/coffees')).toBeUndefined()
})
