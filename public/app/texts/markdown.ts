import { catalogue } from './catalogue'

/** What one can write, and what of it is pressed. */
export const markdownText = catalogue({
  markdown: {
    spoiler: ['Spoiler', 'स्पॉइलर'],
    help: ['Formatting', 'फ़ॉर्मैटिंग'],
    typed: {
      bold: ['Bold', 'मोटा'],
      italic: ['Italic', 'तिरछा'],
      struck: ['Struck through', 'कटा हुआ'],
      spoilers: ['Spoiler: hidden until pressed', 'स्पॉइलर: दबाने तक छिपा'],
      code: ['Code; three ` above and below for several lines', 'कोड; कई लाइनों के लिए ऊपर और नीचे तीन `'],
      quote: ['Quote', 'उद्धरण'],
      list: ['List; 1. for a numbered one', 'सूची; नंबर वाली के लिए 1.'],
      link: ['Link; its site is shown beside it', 'लिंक; उसकी साइट साथ में दिखती है'],
      mention: ['Mentions someone who takes part', 'जो चर्चा में हैं, उनका ज़िक्र'],
      table: ['Table', 'तालिका'],
    },
  },
})
