import { catalogue } from '../../app/texts/catalogue'

/** Colleges, what students request, and branches. */
export const collegesText = catalogue({
  colleges: {
    superadminsOnly: [
      'Only superadmins can add colleges, approve requests and change email domains here.',
      'यहाँ कॉलेज जोड़ना, अनुरोध मंज़ूर करना और ईमेल डोमेन बदलना सिर्फ़ सुपर एडमिन कर सकता है।',
    ],
    search: ['Search colleges', 'कॉलेज खोजें'],
    add: ['Add college', 'कॉलेज जोड़ें'],
    editing: [(name: string) => `Edit ${name}`, (name: string) => `${name} को बदलें`],
    deleting: [(name: string) => `Delete ${name}?`, (name: string) => `${name} को मिटाएँ?`],
    consequence: ['No one with an email at its domain can join any more.', 'इसके डोमेन वाले ईमेल से फिर कोई नहीं जुड़ सकेगा।'],
    inUse: [
      'People belong to this college, or posts of former members do. You can only delete a college without either.',
      'इस कॉलेज में लोग हैं, या पुराने सदस्यों की पोस्ट। कॉलेज तभी मिट सकता है जब दोनों न हों।',
    ],
    name: ['Name', 'नाम'],
    domain: ['Email domain', 'ईमेल डोमेन'],
    domainHint: [
      'The part after the @ in students’ emails, such as campus.edu.',
      'स्टूडेंट के ईमेल में @ के बाद का हिस्सा, जैसे campus.edu।',
    ],
    domainTaken: ['Another college has this domain.', 'यह डोमेन किसी और कॉलेज का है।'],
    city: ['City', 'शहर'],
    state: ['State', 'राज्य'],
    branchesHint: ['Tick none to offer all branches.', 'कोई न चुनें, तो सभी शाखाएँ मिलेंगी।'],
    allBranches: ['All branches', 'सभी शाखाएँ'],
    offers: [(codes: string) => `Branches: ${codes}`, (codes: string) => `शाखाएँ: ${codes}`],
    added: [(name: string) => `${name} added`, (name: string) => `${name} जोड़ दिया`],
    saved: [(name: string) => `${name} updated`, (name: string) => `${name} बदल दिया`],
    deleted: [(name: string) => `${name} deleted`, (name: string) => `${name} मिटा दिया`],
    none: [
      'No colleges yet. Students can join once you add theirs.',
      'अभी कोई कॉलेज नहीं है। कॉलेज जोड़ने पर उसके स्टूडेंट जुड़ सकेंगे।',
    ],
  },
  look: {
    change: ['Look', 'रूप'],
    title: [(name: string) => `Look of ${name}`, (name: string) => `${name} का रूप`],
    lead: [
      'Students of this college see it on every page and in emails. The logo is its picture.',
      'इस कॉलेज के स्टूडेंट इसे हर पेज और ईमेल में देखते हैं। लोगो इसकी फ़ोटो है।',
    ],
    own: ['A colour of its own', 'अपना रंग'],
    hue: ['Colour', 'रंग'],
    light: ['Light', 'लाइट'],
    dark: ['Dark', 'डार्क'],
    cover: ['Cover line', 'कवर लाइन'],
    coverHint: ['One line under the name, such as a motto.', 'नाम के नीचे एक पंक्ति, जैसे ध्येय-वाक्य।'],
    saved: [(name: string) => `Look of ${name} updated`, (name: string) => `${name} का रूप बदल गया`],
  },
  picture: {
    change: ['Picture', 'फ़ोटो'],
    title: [(name: string) => `Picture of ${name}`, (name: string) => `${name} की फ़ोटो`],
    file: ['Image file', 'इमेज फ़ाइल'],
    hint: [
      (size: string) => `PNG, JPEG, WebP or GIF, up to ${size}. Square works best.`,
      (size: string) => `PNG, JPEG, WebP या GIF, ${size} तक। चौकोर सबसे अच्छी दिखती है।`,
    ],
    preview: ['Preview', 'प्रीव्यू'],
    upload: ['Upload', 'अपलोड करें'],
    uploaded: ['Picture updated', 'फ़ोटो बदल गई'],
    remove: ['Remove picture', 'फ़ोटो हटाएँ'],
    removed: ['Picture removed', 'फ़ोटो हटा दी'],
    wrongType: ['Use a PNG, JPEG, WebP or GIF image.', 'PNG, JPEG, WebP या GIF इमेज चुनें।'],
    tooLarge: [
      (size: string) => `This is larger than ${size}. Make it smaller and choose it again.`,
      (size: string) => `यह ${size} से बड़ी है। छोटी करके फिर चुनें।`,
    ],
  },
  requests: {
    statuses: {
      pending: ['Open', 'बाक़ी'],
      approved: ['Approved', 'मंज़ूर'],
      rejected: ['Rejected', 'नामंज़ूर'],
      all: ['All', 'सभी'],
    },
    by: [(email: string) => `Requested by ${email}`, (email: string) => `अनुरोध: ${email}`],
    byNobody: ['Requested by a deleted account', 'अनुरोध करने वाले का खाता मिटाया जा चुका है'],
    college: [(name: string) => `College: ${name}`, (name: string) => `कॉलेज: ${name}`],
    approve: ['Approve', 'मंज़ूर करें'],
    approving: [(name: string) => `Approve ${name}?`, (name: string) => `${name} को मंज़ूर करें?`],
    makes: [
      (name: string, domain: string) =>
        `This adds the college ${name} with the domain ${domain}, unless you choose another.`,
      (name: string, domain: string) => `इससे ${name} कॉलेज जुड़ेगा, डोमेन ${domain} के साथ, जब तक आप कोई और न चुनें।`,
    ],
    links: [
      (name: string) => `This links the request to ${name}, which is already here, unless you choose another.`,
      (name: string) => `यह अनुरोध ${name} से जुड़ेगा, जो पहले से है, जब तक आप कोई और न चुनें।`,
    ],
    fresh: [(name: string) => `${name} (new)`, (name: string) => `${name} (नया)`],
    tells: [
      (email: string) => `We’ll email ${email} that students can join.`,
      (email: string) => `हम ${email} को ईमेल करेंगे कि स्टूडेंट जुड़ सकते हैं।`,
    ],
    tellsNobody: ['No one gets an email.', 'किसी को ईमेल नहीं जाएगा।'],
    reject: ['Reject', 'नामंज़ूर करें'],
    rejecting: [(name: string) => `Reject ${name}?`, (name: string) => `${name} को नामंज़ूर करें?`],
    stays: ['If it was approved before, its college stays.', 'पहले मंज़ूर हुआ था, तो उसका कॉलेज बना रहेगा।'],
    reasonEmailed: [
      'We’ll email it to whoever asked. Without a reason, no email is sent.',
      'हम इसे अनुरोध करने वाले को ईमेल करेंगे। कारण न हो तो ईमेल नहीं जाएगा।',
    ],
    reasonNotEmailed: ['Kept in the audit log. No one gets an email.', 'ऑडिट लॉग में रहता है। किसी को ईमेल नहीं जाएगा।'],
    reopen: ['Reopen', 'फिर खोलें'],
    reopening: [(name: string) => `Reopen the request for ${name}?`, (name: string) => `${name} का अनुरोध फिर खोलें?`],
    waits: ['It goes back to the open requests.', 'यह फिर से बाक़ी अनुरोधों में आ जाएगा।'],
    pendingTwice: ['Another request for this domain is already open.', 'इस डोमेन का एक और अनुरोध पहले से बाक़ी है।'],
    approved: [(name: string) => `${name} approved`, (name: string) => `${name} मंज़ूर किया`],
    rejected: [(name: string) => `${name} rejected`, (name: string) => `${name} नामंज़ूर किया`],
    reopened: [(name: string) => `Reopened: ${name}`, (name: string) => `फिर खोला: ${name}`],
    none: ['No open requests', 'कोई अनुरोध बाक़ी नहीं है'],
  },
  branches: {
    lead: [
      'What students choose from when they join. A college can offer only some of them.',
      'जुड़ते समय स्टूडेंट इनमें से चुनते हैं। कोई कॉलेज इनमें से कुछ ही रख सकता है।',
    ],
    add: ['Add branch', 'शाखा जोड़ें'],
    editing: [(name: string) => `Edit ${name}`, (name: string) => `${name} को बदलें`],
    follows: [
      'People and posts with the old name or code get the new one.',
      'पुराने नाम या कोड वाले लोगों और पोस्ट पर नया आ जाएगा।',
    ],
    name: ['Name', 'नाम'],
    code: ['Code', 'कोड'],
    codeHint: ['Short, as shown next to a name: CSE.', 'छोटा, जैसा नाम के साथ दिखता है: CSE।'],
    taken: ['A branch with this name or code already exists.', 'इस नाम या कोड की शाखा पहले से है।'],
    deleting: [(name: string) => `Delete ${name}?`, (name: string) => `${name} को मिटाएँ?`],
    consequence: ['No one can choose it any more.', 'फिर इसे कोई नहीं चुन सकेगा।'],
    inUse: [
      'Students or posts have this branch, or a college offers it. Remove it from the colleges first.',
      'स्टूडेंट या पोस्ट की यह शाखा है, या किसी कॉलेज में यह है। पहले इसे कॉलेजों से हटाएँ।',
    ],
    added: [(name: string) => `${name} added`, (name: string) => `${name} जोड़ दी`],
    saved: [(name: string) => `${name} updated`, (name: string) => `${name} बदल दी`],
    deleted: [(name: string) => `${name} deleted`, (name: string) => `${name} मिटा दी`],
    closing: [(name: string) => `Close ${name}?`, (name: string) => `${name} को बंद करें?`],
    closingLead: [
      'No one can choose it any more. Whoever has it keeps it, and lists can still be filtered by it.',
      'फिर इसे कोई नहीं चुन सकेगा। जिनकी यह शाखा है, उनकी रहेगी, और सूचियाँ इससे छाँटी जा सकेंगी।',
    ],
    closed: ['Closed', 'बंद'],
    wasClosed: [(name: string) => `${name} closed`, (name: string) => `${name} बंद कर दी`],
    reopen: ['Reopen', 'फिर से खोलें'],
    reopened: [(name: string) => `${name} reopened`, (name: string) => `${name} फिर से खोल दी`],
    merge: ['Merge…', 'मिलाएँ…'],
    merging: [(name: string) => `Merge ${name} into another branch`, (name: string) => `${name} को दूसरी शाखा में मिलाएँ`],
    mergingLead: [
      'People, posts and colleges get the other branch, and this one is deleted. This can’t be undone.',
      'लोगों, पोस्ट और कॉलेजों को दूसरी शाखा मिलेगी, और यह मिट जाएगी। इसे वापस नहीं किया जा सकता।',
    ],
    mergeNow: ['Merge', 'मिलाएँ'],
    into: ['Into', 'किसमें'],
    chooseInto: ['Choose a branch', 'शाखा चुनें'],
    people: [
      (count: number, least: string) => {
        if (count === 0) return 'Few people or none have it'
        return count === 1 ? 'At least 1 person has it' : `At least ${least} people have it`
      },
      (count: number, least: string) => {
        if (count === 0) return 'इसमें कम लोग हैं या कोई नहीं'
        return count === 1 ? 'इसमें कम से कम 1 व्यक्ति है' : `इसमें कम से कम ${least} लोग हैं`
      },
    ],
    posts: [
      (count: number, shown: string) => `${shown} ${count === 1 ? 'post shows' : 'posts show'} it`,
      (_count: number, shown: string) => `${shown} पोस्ट पर यह दिखती है`,
    ],
    merged: [(name: string) => `${name} merged`, (name: string) => `${name} मिला दी`],
    none: ['No branches yet. Students type in their own.', 'अभी कोई शाखा नहीं है। स्टूडेंट अपनी शाखा ख़ुद लिखते हैं।'],
  },
})
