export const hindi = {
  ways: {
    label: 'कंसोल',
    dashboard: 'सार',
    reports: 'शिकायतें',
    people: 'लोग',
    posts: 'पोस्ट और टिप्पणियाँ',
    colleges: 'कॉलेज',
    requests: 'कॉलेज के अनुरोध',
    branches: 'शाखाएँ',
    words: 'प्रतिबंधित शब्द',
    feedback: 'सुझाव',
    log: 'ऑडिट लॉग',
    settings: 'सेटिंग्स',
    waiting: (count: string) => `${count} प्रतीक्षा में`,
  },
  refused: {
    title: 'यह मॉडरेटरों के लिए है',
    lead: 'आपके खाते को कंसोल तक पहुँच नहीं है। इस Quad को चलाने वाले यह पहुँच दे सकते हैं।',
  },
  pager: {
    label: 'पृष्ठ',
    total: (count: string) => `कुल ${count}`,
    page: (page: number, pages: number) => `${pages} में से पृष्ठ ${page}`,
    previous: 'पिछला',
    next: 'अगला',
  },
}
