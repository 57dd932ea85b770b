import { storage } from '../../db/storage'
import { type Answer, expectData, type Person } from './kit'
import type { Report, ReportQueue, Reports } from './records'

type By = Pick<Person, 'visitor'>

export const send = ({ visitor }: By, targetId: unknown, over: object = {}): Promise<Answer> =>
  visitor.post('reports', { targetId, type: 'Post', reason: 'spam', message: 'Look at this', ...over })
/** Reports it and returns the record. */
export const report = async (by: By, targetId: string, over: object = {}): Promise<Report> =>
  expectData(await send(by, targetId, over), 201).report
export const reportComment = (by: By, targetId: string, over: object = {}) =>
  report(by, targetId, { type: 'Comment', ...over })

export const decide = ({ visitor }: By, id: string, status: unknown) => visitor.patch(`reports/${id}`, { status })
export const read = async ({ visitor }: By, id: string): Promise<Report> =>
  expectData(await visitor.get(`reports/${id}`)).report
export const queue = async ({ visitor }: By, query = 'limit=50'): Promise<ReportQueue> =>
  expectData(await visitor.get(`admin/manage/reports?${query}`))

/** Forgets all reports, for lists that are to hold only what a test puts there. */
export const noReports = () => storage.write(async (tx) => tx.sqlite.run('DELETE FROM reports'))

export const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
export const list = async ({ visitor }: By, query = ''): Promise<Reports> =>
  expectData(await visitor.get(`reports?limit=100&${query}`))
export const around = async ({ visitor }: By, userId: string): Promise<Report[]> =>
  expectData(await visitor.get(`reports/users/${userId}`)).reports
