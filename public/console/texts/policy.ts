import { catalogue, type Pair } from '../../app/texts/catalogue'
import { hindiPlural, plural } from '../../app/texts/numbers'

/** Banned words, and trying what they refuse. */
export const policyText = catalogue({
  list: {
    lead: [
      'New posts and comments can’t contain these. Accents, other scripts, digits for letters and spaces in between don’t hide a word.',
      'नई पोस्ट और टिप्पणियों में ये नहीं चलेंगे। मात्रा-चिह्न, दूसरी लिपि, अक्षरों की जगह अंक या बीच के स्पेस शब्द को नहीं छिपाते।',
    ],
    search: ['Search banned words', 'प्रतिबंधित शब्द खोजें'],
    add: ['Ban a word', 'प्रतिबंधित शब्द जोड़ें'],
    editing: [(word: string) => `Edit “${word}”`, (word: string) => `“${word}” बदलें`],
    delete: ['Remove', 'हटाएँ'],
    deleting: [(word: string) => `Remove “${word}” from the list?`, (word: string) => `“${word}” को सूची से हटाएँ?`],
    consequence: ['New posts and comments can contain it again.', 'नई पोस्ट और टिप्पणियों में यह फिर चलेगा।'],
    word: ['Word or words', 'शब्द'],
    wordHint: ['We find it in any spelling that reads the same.', 'एक जैसी पढ़ी जाने वाली हर स्पेलिंग में पकड़ा जाता है।'],
    taken: [
      'This word is already banned, maybe in another spelling.',
      'यह शब्द पहले से प्रतिबंधित है, शायद किसी और स्पेलिंग में।',
    ],
    severity: ['Severity', 'गंभीरता'],
    strict: ['Inside other words, too', 'दूसरे शब्दों के अंदर भी'],
    strictHint: [
      'Off: only where it stands alone. On: wherever its letters occur, which can hit innocent words.',
      'बंद: सिर्फ़ अकेला लिखा हो तब। चालू: जहाँ भी ये अक्षर आएँ, जिससे ठीक शब्द भी रुक सकते हैं।',
    ],
    anywhere: ['inside other words, too', 'दूसरे शब्दों के अंदर भी'],
    added: [(word: string) => `“${word}” banned`, (word: string) => `“${word}” अब प्रतिबंधित शब्द है`],
    saved: [(word: string) => `“${word}” updated`, (word: string) => `“${word}” बदल दिया`],
    deleted: [(word: string) => `“${word}” removed`, (word: string) => `“${word}” हटा दिया`],
    none: [
      'No banned words yet, beyond the lists that come with Quad.',
      'Quad के साथ आई सूचियों के अलावा अभी कोई प्रतिबंधित शब्द नहीं है।',
    ],
  },
  severities: {
    mild: ['Mild', 'हल्का'],
    moderate: ['Moderate', 'मध्यम'],
    severe: ['Severe', 'गंभीर'],
  },
  trial: {
    title: ['Try a text', 'टेक्स्ट आज़माएँ'],
    lead: [
      'See what the banned words and content filters would refuse. We don’t keep the text.',
      'देखें कि प्रतिबंधित शब्द और सामग्री फ़िल्टर क्या रोकेंगे। टेक्स्ट सहेजा नहीं जाता।',
    ],
    noScores: ['Toxicity isn’t checked here.', 'टॉक्सिसिटी यहाँ नहीं जाँची जाती।'],
    text: ['Text', 'टेक्स्ट'],
    try: ['Try it', 'आज़माएँ'],
    passes: ['Allowed', 'चलेगा'],
    refused: [
      (count: number) => `Refused for ${plural(count, 'reason', 'reasons')}:`,
      (count: number) => `नहीं चलेगा, ${hindiPlural(count, 'कारण', 'कारण')}:`,
    ],
    reasons: {
      banned_word: ['Banned word', 'प्रतिबंधित शब्द'],
      slur: ['Slur', 'अपमानजनक शब्द'],
      swearing: ['Swearing', 'गाली'],
      unsearchable: ['Written in a way we can’t check', 'ऐसे लिखा है कि जाँचा नहीं जा सकता'],
      self_harm: ['Encourages self-harm', 'ख़ुद को नुकसान पहुँचाने के लिए उकसाता है'],
      government_id: ['Government ID number', 'सरकारी ID का नंबर'],
      link_spam: ['Too many links for so little text', 'कम टेक्स्ट में बहुत ज़्यादा लिंक'],
      repeated_characters: ['One character too often', 'एक ही अक्षर बहुत बार'],
      phone_number: ['Phone number', 'फ़ोन नंबर'],
      email_address: ['Email address', 'ईमेल'],
    } as Record<string, Pair>,
  },
})
