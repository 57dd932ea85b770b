import { Elysia } from 'elysia'
import { storage } from '../../../db/storage'
import { allBranches } from '../../core/colleges/queries'
import { branch, CreateBranch, UpdateBranch } from '../../core/colleges/schemas'
import { addBranch, changeBranch, removeBranch } from '../../core/colleges/service'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { Branches, BranchParams } from './admin-schemas'

export const adminBranches = new Elysia({ name: 'colleges:branches', prefix: '/admin', detail: { tags: ['admin'] } })
  .use(access)
  .get('/branches/all', async () => ok('Branches', await allBranches(storage.reader)), {
    admin: true,
    response: envelope(Branches),
    detail: { operationId: 'listBranches', summary: 'List the branches, by name' },
  })
  .post('/branches/create', async ({ user, body }) => created('Branch created', await addBranch(user, body)), {
    admin: true,
    creates: 'viewer',
    fails: ['CONFLICT'],
    body: CreateBranch,
    response: createdResponse(envelope(branch)),
    detail: { operationId: 'createBranch', summary: 'Create a branch' },
  })
  .patch(
    '/branches/update/:id',
    async ({ user, params, body }) => ok('Branch updated', await changeBranch(user, params.id, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: BranchParams,
      body: UpdateBranch,
      response: envelope(branch),
      detail: { operationId: 'updateBranch', summary: 'Rename a branch; its users and their posts follow' },
    },
  )
  .delete(
    '/branches/delete/:id',
    async ({ user, params }) => {
      await removeBranch(user, params.id)
      return okMessage('Branch deleted')
    },
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: BranchParams,
      response: emptyEnvelope,
      detail: { operationId: 'deleteBranch', summary: 'Delete a branch that nobody uses' },
    },
  )
