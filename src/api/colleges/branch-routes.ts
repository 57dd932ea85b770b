import { storage } from '../../../db/storage'
import { mergeBranch, readBranchUse } from '../../core/accounts/merge-branches'
import { allBranches } from '../../core/colleges/queries'
import { branch, branchUse, CreateBranch, MergeBranch, UpdateBranch } from '../../core/colleges/schemas'
import { addBranch, changeBranch, removeBranch } from '../../core/colleges/service'
import { created, ok } from '../http/envelope'
import { confirms, done, makes, returns, routes } from '../http/route'
import { Branches, BranchParams } from './admin-schemas'

export const adminBranches = routes('admin', '/api/v1/admin')
  .get('/branches/all', async () => ok('Branches', await allBranches(storage.reader)), {
    admin: true,
    ...returns(Branches, 'listBranches', 'List the branches, by name'),
  })
  .post('/branches/create', async ({ user, body }) => created('Branch created', await addBranch(user, body)), {
    admin: true,
    creates: 'viewer',
    fails: ['CONFLICT'],
    body: CreateBranch,
    ...makes(branch, 'createBranch', 'Create a branch'),
  })
  .patch(
    '/branches/update/:id',
    async ({ user, params, body }) => ok('Branch updated', await changeBranch(user, params.id, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: BranchParams,
      body: UpdateBranch,
      ...returns(branch, 'updateBranch', 'Rename, close or reopen a branch; its users and their posts follow'),
    },
  )
  .delete('/branches/delete/:id', async ({ user, params }) => done('Branch deleted', removeBranch(user, params.id)), {
    admin: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    params: BranchParams,
    ...confirms('deleteBranch', 'Delete a branch that nobody uses'),
  })

/** What concerns a branch with all that have it. Instance-wide, as branches are: colleges only offer them. */
export const branchMerges = routes('admin', '/api/v1/branches')
  .get('/:id/use', async ({ params }) => ok('Use of the branch', await readBranchUse(params.id)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: BranchParams,
    ...returns(branchUse, 'getBranchUse', 'Count the people and posts that a merge of the branch moves'),
  })
  .post(
    '/:id/merge',
    async ({ user, params, body }) => ok('Branch merged', await mergeBranch(user, params.id, body.into)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: BranchParams,
      body: MergeBranch,
      ...returns(
        branch,
        'mergeBranch',
        'Merge a branch into another one, which gets its people, posts and colleges',
        'The branch is deleted. 409 where few of a college have one of the two and many the other: the merge would show who the few are.',
      ),
    },
  )
