import { catalogue } from './catalogue'

/** The name that Quad draws for somebody. */
export const namesText = catalogue({
  choice: {
    you: ['This is you on Quad', 'Quad पर यह आप हैं'],
    another: [(left: number) => `Try another (${left} left)`, (left: number) => `दूसरा नाम देखें (${left} बार और)`],
    why: [
      'Your name isn’t one that Quad draws today. You can get a new one, once. Your posts keep their place under it.',
      'Quad अब ऐसे नाम नहीं देता। आप एक बार नया नाम ले सकते हैं। आपकी पोस्ट उसी के साथ दिखेंगी।',
    ],
  },
})
