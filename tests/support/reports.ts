import { storage } from '../../db/storage'
import { setPostState } from '../../src/domain/post-changes'
import { setCommentBanned } from '../../src/domain/threads'
import { type Answer, type Data, expectData, type Person } from './kit'

type By = Pick<Person, 'visitor'>

export const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
export const refused = ({ status, code }: Answer) => [status, code]

export const publish = async ({ visitor }: By, over: object = {}): Promise<Data> =>
  expectData(await visitor.post('posts', { title: 'T', content: 'C', topic: 'Showcase', ...over }), 201).post
export const comment = async ({ visitor }: By, postId: string, content = 'c'): Promise<Data> =>
  expectData(await visitor.post(`comments/post/${postId}`, { content, parentCommentId: null }), 201).comment

export const send = ({ visitor }: By, targetId: unknown, over: object = {}): Promise<Answer> =>
  visitor.post('reports', { targetId, type: 'Post', reason: 'spam', message: 'Look at this', ...over })
/** Reports it; answers the record. */
export const report = async (by: By, targetId: string, over: object = {}): Promise<Data> =>
  expectData(await send(by, targetId, over), 201).report
export const reportComment = (by: By, targetId: string, over: object = {}) =>
  report(by, targetId, { type: 'Comment', ...over })

export const decide = ({ visitor }: By, id: string, status: unknown) => visitor.patch(`reports/${id}`, { status })
export const read = async ({ visitor }: By, id: string): Promise<Data> =>
  expectData(await visitor.get(`reports/${id}`)).report
export const queue = async ({ visitor }: By, query = 'limit=50'): Promise<{ data: Data[]; pagination: Data }> =>
  expectData(await visitor.get(`admin/manage/reports?${query}`))

export const judgePost = (id: string, state: 'active' | 'banned' | 'shadow_banned') =>
  storage.write((tx) => setPostState(tx, id, state))
export const banComment = (id: string) => storage.write((tx) => setCommentBanned(tx, id, true))
/** Forgets all reports, for lists that are to hold only what a test puts there. */
export const noReports = () => storage.write(async (tx) => tx.sqlite.run('DELETE FROM reports'))

export const ids = (rows: Data[]): string[] => rows.map(({ id }) => id)
export const list = async ({ visitor }: By, query = ''): Promise<Data> =>
  expectData(await visitor.get(`reports?limit=100&${query}`))
export const around = async ({ visitor }: By, userId: string): Promise<Data[]> =>
  expectData(await visitor.get(`reports/users/${userId}`)).reports
