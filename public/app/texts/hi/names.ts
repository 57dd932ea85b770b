export const hindi = {
  choice: {
    you: 'Quad पर यह आप हैं',
    another: (left: number) => `दूसरा नाम देखें (${left} बार और)`,
    why: 'Quad अब ऐसे नाम नहीं देता। आप एक बार नया नाम ले सकते हैं। आपकी पोस्ट उसी के साथ दिखेंगी।',
  },
}
