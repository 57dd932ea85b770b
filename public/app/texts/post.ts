import { catalogue } from './catalogue'
import { post } from './en/post'

export const postText = catalogue(post, () => import('./hi/post').then((hindi) => hindi.post))
