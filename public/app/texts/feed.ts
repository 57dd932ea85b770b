import { catalogue } from './catalogue'

/** What few narrow the feed down to. */
export const feedText = catalogue({
  filters: {
    questions: ['Posts or questions', 'पोस्ट या सवाल'],
    allPosts: ['All posts', 'सभी पोस्ट'],
    open: ['Open questions', 'बिना जवाब के सवाल'],
  },
})
