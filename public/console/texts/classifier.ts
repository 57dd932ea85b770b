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
  },
  now: {
    title: ['What it does now', 'यह अभी क्या कर रहा है'],
    off: ['It’s off: it reads nothing and learns nothing.', 'यह बंद है: न कुछ पढ़ता है, न सीखता है।'],
    shadow: [
      'It only predicts. It holds and reports nothing, except self-harm: authors see the help lines, and you get a report.',
      'यह सिर्फ़ अंदाज़ा लगाता है। न कुछ रोकता है, न शिकायत करता है। सिर्फ़ आत्म-क्षति अलग है: लेखक को हेल्पलाइन दिखती हैं, और आपको शिकायत मिलती है।',
    ],
    proving: [
      'It only predicts until it has proved itself: it holds and reports texts once it has got at least 160 of 200 decisions right.',
      'साबित होने तक यह सिर्फ़ अंदाज़ा लगाता है: 200 में से कम से कम 160 फ़ैसलों का अंदाज़ा सही होने पर यह टेक्स्ट रोकेगा और शिकायत करेगा।',
    ],
    on: [
      'Texts that reach the scores below wait for you, or show up under Reports.',
      'जो टेक्स्ट नीचे के स्कोर तक पहुँचते हैं, वे आपका इंतज़ार करते हैं या शिकायतों में दिखते हैं।',
    ],
    right: ['Of the latest decisions it predicted right:', 'हाल के फ़ैसलों में से इसने सही अंदाज़ा लगाया:'],
    none: ['It has predicted no decisions yet.', 'इसने अभी किसी फ़ैसले का अंदाज़ा नहीं लगाया।'],
    version: [
      (version: number, decisions: number) =>
        `It judges by version ${version} of what it learned; it has ${counted(decisions, 'en')} decisions to learn from.`,
      (version: number, decisions: number) =>
        `यह सीखे हुए के वर्ज़न ${version} से काम करता है; सीखने के लिए ${hindiCount(decisions)} फ़ैसले हैं।`,
    ],
    base: [
      (decisions: number) =>
        `It judges by what Quad comes with, made from texts written for Quad, not from this campus, until there are 200 decisions that are a day old. So far: ${counted(decisions, 'en')}.`,
      (decisions: number) =>
        `एक दिन पुराने 200 फ़ैसले होने तक यह Quad के अपने मॉडल से काम करता है, जो Quad के लिए लिखे टेक्स्ट से बना है, इस कैंपस से नहीं। अब तक: ${hindiCount(decisions)}।`,
    ],
    rolledBack: [
      'What it learned last did worse on your latest decisions than what Quad comes with, so that judges again. It tries again every night. Check whether somebody decides differently from everyone else.',
      'इसने पिछली बार जो सीखा, वह आपके हाल के फ़ैसलों पर Quad के अपने मॉडल से कमज़ोर रहा, इसलिए अब फिर वही काम कर रहा है। यह हर रात फिर कोशिश करता है। देखें कि कोई बाक़ियों से अलग फ़ैसले तो नहीं दे रहा।',
    ],
  },
  settings: {
    title: ['What it does', 'यह क्या करे'],
    lead: [
      'A score says how sure it is, from 0 to 100%. Beneath each you see how many of your latest decisions reach it.',
      'स्कोर बताता है कि यह कितना पक्का है, 0 से 100% तक। हर एक के नीचे लिखा है कि आपके हाल के कितने फ़ैसले वहाँ तक पहुँचते हैं।',
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
    selfHarm: [
      'Self-harm never holds a text, and never counts against anyone. The author sees the help lines, and the report comes first in the queue.',
      'आत्म-क्षति के लिए कभी कोई टेक्स्ट नहीं रुकता, और यह किसी के ख़िलाफ़ नहीं गिनी जाती। लेखक को हेल्पलाइन दिखती हैं, और शिकायत सूची में सबसे ऊपर आती है।',
    ],
  },
  would: {
    of: [
      (some: number, all: number) => `${counted(some, 'en')} of ${counted(all, 'en')}`,
      (some: number, all: number) => `${hindiCount(all)} में से ${hindiCount(some)}`,
    ],
    reach: [
      (kept: string, removed: string) => `Reached by ${kept} kept texts, and ${removed} removed for it.`,
      (kept: string, removed: string) => `रहने दिए गए ${kept} टेक्स्ट यहाँ तक पहुँचते हैं, और इसी कारण हटाए गए ${removed} टेक्स्ट।`,
    ],
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
  },
  reset: {
    open: ['Forget what was learned', 'सीखा हुआ भुला दें'],
    title: ['Forget what was learned?', 'सीखा हुआ भुला दें?'],
    lead: [
      'This deletes what it learned here and the decisions it learned from. It starts over with what Quad comes with. Mode and scores stay. You can’t undo this.',
      'इसने यहाँ जो सीखा और जिन फ़ैसलों से सीखा, सब मिट जाएगा। यह Quad के अपने मॉडल से फिर शुरू करेगा। मोड और स्कोर वैसे ही रहेंगे। इसे वापस नहीं लाया जा सकता।',
    ],
    done: ['Forgotten: it starts over.', 'भुला दिया: यह नए सिरे से शुरू करता है।'],
  },
  readings: {
    title: ['What the classifier reads in it', 'क्लासिफ़ायर इसमें क्या पढ़ता है'],
    because: ['Because of:', 'इन शब्दों से:'],
    noticedBy: ['Noticed by the classifier', 'क्लासिफ़ायर ने देखा'],
  },
})
