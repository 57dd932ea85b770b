import { catalogue } from '../../app/texts/catalogue'
import { counted, hindiCount } from '../../app/texts/numbers'

/** The page of the classifier, and what it says beside texts. */
export const classifierText = catalogue({
  page: {
    lead: [
      'Quad reads each text itself, guesses whether you’d remove it, and learns every night from what you decide. No text leaves the server for this.',
      'Quad हर टेक्स्ट ख़ुद पढ़ता है, अंदाज़ा लगाता है कि आप उसे हटाएँगे या नहीं, और हर रात आपके फ़ैसलों से सीखता है। इसके लिए कोई टेक्स्ट सर्वर से बाहर नहीं जाता।',
    ],
    readOnly: ['Only a superadmin can change this.', 'इसे सिर्फ़ सुपर एडमिन बदल सकता है।'],
    rolledBack: [
      'What it learned last did worse on your latest decisions than what Quad comes with, so that judges again. Check whether somebody decides differently from everyone else.',
      'इसने पिछली बार जो सीखा, वह आपके हाल के फ़ैसलों पर Quad के अपने मॉडल से कमज़ोर रहा, इसलिए अब फिर वही काम कर रहा है। देखें कि कोई बाक़ियों से अलग फ़ैसले तो नहीं दे रहा।',
    ],
  },
  now: {
    off: {
      title: ['It’s off', 'यह बंद है'],
      lead: ['It reads nothing and learns nothing.', 'यह न कुछ पढ़ता है, न सीखता है।'],
    },
    shadow: {
      title: ['It only predicts', 'यह सिर्फ़ अंदाज़ा लगाता है'],
      lead: [
        'It holds and reports nothing, except self-harm: authors see the help lines, and you get a report.',
        'यह न कुछ रोकता है, न शिकायत करता है। सिर्फ़ आत्म-क्षति अलग है: लेखक को हेल्पलाइन दिखती हैं, और आपको शिकायत मिलती है।',
      ],
    },
    proving: {
      title: ['It predicts until it has proved itself', 'साबित होने तक यह सिर्फ़ अंदाज़ा लगाता है'],
      lead: [
        'It will hold and report texts once it has predicted 200 decisions and got at least 160 of them right.',
        '200 फ़ैसलों का अंदाज़ा लगाने और उनमें से कम से कम 160 सही होने पर यह टेक्स्ट रोकेगा और शिकायत करेगा।',
      ],
    },
    on: {
      title: ['It holds and reports texts', 'यह टेक्स्ट रोकता है और शिकायत करता है'],
      lead: [
        'Texts that reach the scores below wait for you, or show up under Reports.',
        'जो टेक्स्ट नीचे के स्कोर तक पहुँचते हैं, वे आपका इंतज़ार करते हैं या शिकायतों में दिखते हैं।',
      ],
    },
    predicted: ['Predicted', 'अंदाज़ा लगाया'],
    ofProof: [
      (count: number) => `${counted(count, 'en')} of the last 200 decisions`,
      (count: number) => `पिछले 200 फ़ैसलों में से ${hindiCount(count)}`,
    ],
    agreed: ['Got right', 'सही निकले'],
    none: ['No decisions yet', 'अभी कोई फ़ैसला नहीं'],
    learned: ['Learned', 'सीखा'],
    version: [
      (version: number, decisions: number) => `Version ${version}; ${counted(decisions, 'en')} decisions to learn from`,
      (version: number, decisions: number) => `वर्ज़न ${version}; सीखने के लिए ${hindiCount(decisions)} फ़ैसले`,
    ],
    base: [
      (decisions: number) =>
        `Nothing yet: it needs 200 decisions that are a day old; so far there are ${counted(decisions, 'en')}`,
      (decisions: number) => `अभी कुछ नहीं: एक दिन पुराने 200 फ़ैसले चाहिए; अब तक ${hindiCount(decisions)} हैं`,
    ],
    takenBack: ['Taken back; it tries again every night', 'वापस लिया गया; यह हर रात फिर कोशिश करता है'],
    baseMeans: [
      'Until then it judges by what Quad comes with. Its scores and defaults come from texts written for Quad, not from this campus.',
      'तब तक यह Quad के अपने मॉडल से काम करता है। उसके स्कोर और डिफ़ॉल्ट Quad के लिए लिखे टेक्स्ट से बने हैं, इस कैंपस से नहीं।',
    ],
  },
  settings: {
    title: ['What it does', 'यह क्या करे'],
    lead: ['A score says how sure it is, from 0 to 100%.', 'स्कोर बताता है कि यह कितना पक्का है, 0 से 100% तक।'],
    counts: [
      'Beneath each choice is what it would have meant for your own latest decisions.',
      'हर चुनाव के नीचे लिखा है कि आपके अपने हाल के फ़ैसलों पर उसका क्या असर होता।',
    ],
    countsNothing: [
      'Once there are decisions, each choice says what it would have meant for them.',
      'फ़ैसले होने पर हर चुनाव बताएगा कि उन पर उसका क्या असर होता।',
    ],
    mode: ['Mode', 'मोड'],
    modes: {
      off: ['Off', 'बंद'],
      shadow: ['Only predict', 'सिर्फ़ अंदाज़ा लगाए'],
      on: ['Predict, hold and report', 'अंदाज़ा लगाए, रोके और शिकायत करे'],
    },
    hold: ['Hold for a moderator', 'मॉडरेटर के लिए रोकें'],
    notice: ['Report to moderators', 'मॉडरेटर को बताएँ'],
    atDefault: [(score: string) => `Default: from ${score}`, (score: string) => `डिफ़ॉल्ट: ${score} से`],
    from: [(score: string) => `From ${score}`, (score: string) => `${score} से`],
    never: ['Never', 'कभी नहीं'],
  },
  would: {
    of: [
      (some: number, all: number) => `${counted(some, 'en')} of ${counted(all, 'en')}`,
      (some: number, all: number) => `${hindiCount(all)} में से ${hindiCount(some)}`,
    ],
    hold: [
      (kept: string, removed: string) =>
        `At this setting ${kept} kept texts would have been held, and ${removed} removed for it.`,
      (kept: string, removed: string) => `इस चुनाव पर रहने दिए गए ${kept} टेक्स्ट रुकते, और इसी कारण हटाए गए ${removed} टेक्स्ट।`,
    ],
    notice: [
      (kept: string, removed: string) =>
        `At this setting ${kept} kept texts would have been reported, and ${removed} removed for it.`,
      (kept: string, removed: string) =>
        `इस चुनाव पर रहने दिए गए ${kept} टेक्स्ट की शिकायत होती, और इसी कारण हटाए गए ${removed} टेक्स्ट की।`,
    ],
    never: ['It never does this.', 'यह ऐसा कभी नहीं करता।'],
  },
  labels: {
    names: {
      harassment: ['Harassment', 'उत्पीड़न'],
      threat: ['Threats', 'धमकियाँ'],
      hate: ['Hate', 'नफ़रत'],
      sexual: ['Sexual', 'यौन सामग्री'],
      'self-harm': ['Self-harm', 'आत्म-क्षति'],
      spam: ['Spam', 'स्पैम'],
      doxxing: ['Private details', 'निजी जानकारी'],
    },
    selfHarm: [
      'Never holds a text, and never counts against anyone. The author sees the help lines, and the report comes first in the queue.',
      'यह कभी टेक्स्ट नहीं रोकता और किसी के ख़िलाफ़ नहीं गिना जाता। लेखक को हेल्पलाइन दिखती हैं, और शिकायत सूची में सबसे ऊपर आती है।',
    ],
  },
  reset: {
    open: ['Forget what was learned', 'सीखा हुआ भुला दें'],
    title: ['Forget what was learned?', 'सीखा हुआ भुला दें?'],
    lead: [
      'This deletes what it learned here and the decisions it learned from. It starts over with what Quad comes with. Mode and scores stay. You can’t undo this.',
      'इसने यहाँ जो सीखा और जिन फ़ैसलों से सीखा, सब मिट जाएगा। यह Quad के अपने मॉडल से फिर शुरू करेगा। मोड और स्कोर वैसे ही रहेंगे। इसे वापस नहीं लाया जा सकता।',
    ],
    confirm: ['Forget', 'भुला दें'],
    done: ['Forgotten: it starts over.', 'भुला दिया: यह नए सिरे से शुरू करता है।'],
  },
  readings: {
    title: ['What the classifier reads in it', 'क्लासिफ़ायर इसमें क्या पढ़ता है'],
    because: ['Because of:', 'इन शब्दों से:'],
    noticedBy: ['Noticed by the classifier', 'क्लासिफ़ायर ने देखा'],
  },
})
