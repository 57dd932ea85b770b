import { pluralIn } from '../../../app/texts/numbers'

const plural = pluralIn('hi')

export const hindi = {
  list: {
    lead: 'नई पोस्ट और टिप्पणियों में ये नहीं चलेंगे। मात्रा-चिह्न, दूसरी लिपि, अक्षरों की जगह अंक या बीच के स्पेस शब्द को नहीं छिपाते।',
    search: 'प्रतिबंधित शब्द खोजें',
    add: 'प्रतिबंधित शब्द जोड़ें',
    editing: (word: string) => `“${word}” बदलें`,
    delete: 'हटाएँ',
    deleting: (word: string) => `“${word}” को सूची से हटाएँ?`,
    consequence: 'नई पोस्ट और टिप्पणियों में यह फिर चलेगा।',
    word: 'शब्द',
    wordHint: 'एक जैसी पढ़ी जाने वाली हर स्पेलिंग में पकड़ा जाता है।',
    taken: 'यह शब्द पहले से प्रतिबंधित है, शायद किसी और स्पेलिंग में।',
    severity: 'गंभीरता',
    strict: 'दूसरे शब्दों के अंदर भी',
    strictHint: 'बंद: सिर्फ़ अकेला लिखा हो तब। चालू: जहाँ भी ये अक्षर आएँ, जिससे ठीक शब्द भी रुक सकते हैं।',
    anywhere: 'दूसरे शब्दों के अंदर भी',
    added: (word: string) => `“${word}” अब प्रतिबंधित शब्द है`,
    saved: (word: string) => `“${word}” बदल दिया`,
    deleted: (word: string) => `“${word}” हटा दिया`,
    none: 'Quad के साथ आई सूचियों के अलावा अभी कोई प्रतिबंधित शब्द नहीं है।',
  },
  severities: { mild: 'हल्का', moderate: 'मध्यम', severe: 'गंभीर' },
  trial: {
    title: 'टेक्स्ट आज़माएँ',
    lead: 'देखें कि प्रतिबंधित शब्द और सामग्री फ़िल्टर क्या रोकेंगे। टेक्स्ट सहेजा नहीं जाता।',
    noScores: 'टॉक्सिसिटी यहाँ नहीं जाँची जाती।',
    text: 'टेक्स्ट',
    try: 'आज़माएँ',
    passes: 'चलेगा',
    refused: (count: number) => `नहीं चलेगा, ${plural(count, 'कारण', 'कारण')}:`,
    reasons: {
      banned_word: 'प्रतिबंधित शब्द',
      slur: 'अपमानजनक शब्द',
      swearing: 'गाली',
      unsearchable: 'ऐसे लिखा है कि जाँचा नहीं जा सकता',
      self_harm: 'ख़ुद को नुकसान पहुँचाने के लिए उकसाता है',
      government_id: 'सरकारी ID का नंबर',
      link_spam: 'कम टेक्स्ट में बहुत ज़्यादा लिंक',
      repeated_characters: 'एक ही अक्षर बहुत बार',
      phone_number: 'फ़ोन नंबर',
      email_address: 'ईमेल',
    },
  },
}
