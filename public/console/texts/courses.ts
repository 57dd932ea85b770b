import { catalogue } from '../../app/texts/catalogue'

/** The courses of the colleges. */
export const courseWords = catalogue({
  courses: {
    lead: [
      'Posts can name one. Students propose what’s missing.',
      'पोस्ट इनमें से कोई बता सकती है। जो न हो, उसे स्टूडेंट सुझाते हैं।',
    ],
    choose: ['Choose a college to add courses to it.', 'किसी कॉलेज में कोर्स जोड़ने के लिए उसे चुनें।'],
    search: ['Search courses', 'कोर्स खोजें'],
    none: ['No courses yet', 'अभी कोई कोर्स नहीं है'],
    states: { open: ['Open', 'खुला'], proposed: ['Proposed', 'सुझाया गया'], closed: ['Closed', 'बंद'] },
    add: ['Add course', 'कोर्स जोड़ें'],
    editing: [(code: string) => `Edit ${code}`, (code: string) => `${code} को बदलें`],
    added: [(code: string) => `${code} added`, (code: string) => `${code} जोड़ दिया`],
    saved: [(code: string) => `${code} updated`, (code: string) => `${code} बदल दिया`],
    code: ['Code', 'कोड'],
    name: ['Name', 'नाम'],
    accept: ['Accept', 'मानें'],
    refuse: ['Refuse', 'ठुकराएँ'],
    reopen: ['Reopen', 'फिर से खोलें'],
    isState: [
      (code: string, state: string) => `Status of ${code}: ${state}`,
      (code: string, state: string) => `${code} की स्थिति: ${state}`,
    ],
    deleting: [(code: string) => `Delete ${code}?`, (code: string) => `${code} को मिटाएँ?`],
    consequence: [
      'It leaves the list, and can be added or proposed again.',
      'यह सूची से हट जाएगा, और फिर जोड़ा या सुझाया जा सकेगा।',
    ],
    deleted: [(code: string) => `${code} deleted`, (code: string) => `${code} मिटा दिया`],
    import: ['Import', 'इम्पोर्ट करें'],
    importLead: ['Adds all of a list, or nothing if a line is wrong.', 'पूरी सूची जुड़ती है, या कोई पंक्ति ग़लत हो तो कुछ नहीं।'],
    csv: ['One a line: code, name', 'हर पंक्ति में एक: कोड, नाम'],
    file: ['From a CSV file', 'CSV फ़ाइल से'],
    line: [(line: string) => `Line ${line}`, (line: string) => `पंक्ति ${line}`],
    imported: [
      (added: number, unchanged: number) => `${added} added, ${unchanged} already here`,
      (added: number, unchanged: number) => `${added} जोड़े, ${unchanged} पहले से थे`,
    ],
  },
})
