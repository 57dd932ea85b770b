import { Elysia } from 'elysia'
import { storage } from '../../../db/storage'
import { mergeBranch, readBranchUse } from '../../core/accounts/merge-branches'
import { allBranches } from '../../core/colleges/queries'
import { branch, branchUse, CreateBranch, MergeBranch, UpdateBranch } from '../../core/colleges/schemas'
import { addBranch, changeBranch, removeBranch } from '../../core/colleges/service'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { Branches, BranchParams } from './admin-schemas'

export const adminBranches = new Elysia({
  name: 'colleges:branches',
  prefix: '/api/v1/admin',
  detail: { tags: ['admin'] },
})
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
      detail: {
        operationId: 'updateBranch',
        summary: 'Rename, close or reopen a branch; its users and their posts follow',
      },
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

/** What concerns a branch with all that have it. Instance-wide, as branches are: colleges only offer them. */
export const branchMerges = new Elysia({
  name: 'colleges:merges',
  prefix: '/api/v1/branches',
  detail: { tags: ['admin'] },
})
  .use(access)
  .get('/:id/use', async ({ params }) => ok('Use of the branch', await readBranchUse(params.id)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: BranchParams,
    response: envelope(branchUse),
    detail: { operationId: 'getBranchUse', summary: 'Count the people and posts that a merge of the branch moves' },
  })
  .post(
    '/:id/merge',
    async ({ user, params, body }) => ok('Branch merged', await mergeBranch(user, params.id, body.into)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: BranchParams,
      body: MergeBranch,
      response: envelope(branch),
      detail: {
        operationId: 'mergeBranch',
        summary: 'Merge a branch into another one, which gets its people, posts and colleges',
        description:
          'The branch is deleted. 409 where few of a college have one of the two and many the other: the merge would show who the few are.',
      },
    },
  )
