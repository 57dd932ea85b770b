import { catalogue } from './catalogue'

export const searchText = catalogue({
  search: {
    label: ['Search posts, comments and people', 'पोस्ट, टिप्पणियाँ और लोग खोजें'],
    placeholder: ['Posts, comments, people', 'पोस्ट, टिप्पणियाँ, लोग'],
    submit: ['Search', 'खोजें'],
    types: {
      posts: ['Posts', 'पोस्ट'],
      comments: ['Comments', 'टिप्पणियाँ'],
      people: ['People', 'लोग'],
    },
    type: ['What to search', 'क्या खोजना है'],
    topic: ['Topic', 'विषय'],
    span: ['When', 'कब'],
    spans: {
      '': ['Any time', 'कभी भी'],
      day: ['Past day', 'पिछला दिन'],
      week: ['Past week', 'पिछला हफ़्ता'],
      month: ['Past month', 'पिछला महीना'],
      year: ['Past year', 'पिछला साल'],
      dates: ['Choose dates', 'तारीख़ें चुनें'],
    },
    from: ['From', 'से'],
    to: ['To', 'तक'],
    sort: ['Sort', 'क्रम'],
    sorts: {
      relevance: ['Best match', 'सबसे सटीक'],
      new: ['Newest', 'सबसे नई'],
    },
    recent: ['Recent searches', 'हाल की खोजें'],
    clear: ['Clear', 'मिटाएँ'],
    private: [
      'Only on this device. Nobody sees what you search for.',
      'सिर्फ़ इस डिवाइस पर। आप क्या खोजते हैं, यह कोई नहीं देखता।',
    ],
    tips: [
      'Try a word from the title, a topic, or a Quad name. Put words in quotes to find them side by side.',
      'शीर्षक का कोई शब्द, कोई विषय या Quad नाम लिखें। साथ-साथ आने वाले शब्दों को उद्धरण चिह्नों में रखें।',
    ],
    suggestions: ['Suggestions', 'सुझाव'],
    none: [(q: string) => `Nothing found for “${q}”`, (q: string) => `“${q}” के लिए कुछ नहीं मिला`],
    noneHow: [
      'Check the spelling, try fewer or other words, or search in another language.',
      'स्पेलिंग जाँचें, कम या दूसरे शब्द आज़माएँ, या दूसरी भाषा में खोजें।',
    ],
    widen: ['Search without filters', 'बिना फ़िल्टर के खोजें'],
    ask: ['Ask your campus', 'अपने कैंपस से पूछें'],
    signIn: ['Sign in to find people', 'लोग खोजने के लिए साइन इन करें'],
    failed: ['Search didn’t work', 'खोज नहीं हो पाई'],
    on: ['On', 'पोस्ट'],
    results: ['Results', 'नतीजे'],
    more: ['More results', 'और नतीजे'],
  },
})
