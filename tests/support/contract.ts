import type { Data } from '../../client/api'
import type { Visitor } from './kit'

type Api = Visitor['api']

// What tests read by raw requests, as the typed client has it: a field that is renamed fails to compile.
export type Me = Data<Api['auth']['me']['get']>['user']
export type Post = Data<Api['posts']['post']>['post']
export type PostList = Data<Api['posts']['get']>
export type CommentList = Data<ReturnType<Api['comments']['post']>['get']>
export type CommentTree = Data<ReturnType<Api['comments']['post']>['tree']['get']>
export type Comment = CommentList['comments'][number]
export type Vote = Data<Api['votes']['post']>['vote']
export type Bookmarks = Data<Api['bookmarks']['user']['get']>
export type Report = Data<Api['reports']['post']>['report']
export type Reports = Data<Api['reports']['get']>
type Queue = Data<Api['admin']['manage']['reports']['get']>
/** With every field, as where none is chosen. */
export type ReportQueue = { data: Required<Queue['data'][number]>[]; pagination: Queue['pagination'] }
export type History = Data<ReturnType<Api['moderation']['history']>['get']>['history']
export type College = Data<Api['colleges']['post']>['college']
export type CollegeRequest = Data<Api['admin']['college-requests']['get']>[number]
export type Branch = Data<Api['admin']['branches']['create']['post']>
export type Notifications = Data<Api['notifications']['list']['get']>
export type Notices = Data<Api['notices']['get']>['notices']
export type Feedback = Data<Api['feedbacks']['post']>['feedback']
export type Feedbacks = Data<Api['feedbacks']['get']>
export type Settings = Data<Api['admin']['settings']['get']>
export type Instance = Data<Api['instance']['get']>
export type Overview = Data<Api['admin']['dashboard']['overview']['get']>
export type Logs = Data<Api['admin']['manage']['logs']['get']>
export type Sessions = Data<Api['auth']['sessions']['get']>['sessions']
