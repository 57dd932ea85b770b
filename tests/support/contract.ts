import type { Visitor } from './kit'

type Api = Visitor['api']
type Call = (...parameters: never[]) => Promise<{ data: unknown }>

/** The data of the response to a call of the typed client. */
export type DataOf<Endpoint extends Call> = Extract<
  NonNullable<Awaited<ReturnType<Endpoint>>['data']>,
  { success: true; data: unknown }
>['data']

// What tests read by raw requests, as the typed client has it: a field that is renamed fails to compile.
export type Me = DataOf<Api['auth']['me']['get']>['user']
export type Post = DataOf<Api['posts']['post']>['post']
export type PostList = DataOf<Api['posts']['get']>
export type CommentList = DataOf<ReturnType<Api['comments']['post']>['get']>
export type Comment = CommentList['comments'][number]
export type Vote = DataOf<Api['votes']['post']>['vote']
export type Bookmarks = DataOf<Api['bookmarks']['user']['get']>
export type Report = DataOf<Api['reports']['post']>['report']
export type Reports = DataOf<Api['reports']['get']>
type Queue = DataOf<Api['admin']['manage']['reports']['get']>
/** With every field, as where none is chosen. */
export type ReportQueue = { data: Required<Queue['data'][number]>[]; pagination: Queue['pagination'] }
export type History = DataOf<ReturnType<Api['moderation']['history']>['get']>['history']
export type College = DataOf<Api['colleges']['post']>['college']
export type CollegeRequest = DataOf<Api['admin']['college-requests']['get']>[number]
export type Branch = DataOf<Api['admin']['branches']['create']['post']>
export type Notifications = DataOf<Api['notifications']['list']['get']>
export type Notices = DataOf<Api['notices']['get']>['notices']
export type Feedback = DataOf<Api['feedbacks']['post']>['feedback']
export type Feedbacks = DataOf<Api['feedbacks']['get']>
export type Settings = DataOf<Api['admin']['settings']['get']>
export type Instance = DataOf<Api['instance']['get']>
export type Overview = DataOf<Api['admin']['dashboard']['overview']['get']>
export type Logs = DataOf<Api['admin']['manage']['logs']['get']>
export type Sessions = DataOf<Api['auth']['sessions']['get']>['sessions']
