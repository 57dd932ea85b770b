import { counted } from '../../../app/texts/numbers'

export const hindi = {
  page: {
    title: 'एक नज़र में',
    numbers: 'आँकड़े',
    waiting: 'इन पर ध्यान दें',
    days: 'पिछले 30 दिन',
    daysLead: 'हर दिन (UTC), मिटाए हुए को छोड़कर। आज का दिन अभी बाक़ी है।',
  },
  numbers: {
    users: 'खाते',
    posts: 'पोस्ट',
    comments: 'टिप्पणियाँ',
    active: '7 दिनों में सक्रिय',
    fresh: (count: string) => `7 दिनों में ${count} नए`,
  },
  waits: {
    reports: 'शिकायतें',
    escalated: 'सुपरएडमिन को भेजी गई',
    held: 'रुके हुए टेक्स्ट',
    appeals: 'अपील',
    appealsDecided: (overturned: string, upheld: string) =>
      `अब तक की अपील: ${overturned} मानी गईं, ${upheld} नहीं मानी गईं`,
    signUps: 'साइन अप',
    requests: 'कॉलेज के अनुरोध',
    feedback: 'नए सुझाव',
    nothing: 'कुछ बाक़ी नहीं',
    some: (count: number) => `${counted(count, 'hi')} बाक़ी`,
  },
  alerts: {
    title: 'कॉलेजों के ये बदलाव जाँचें',
    lead: 'जिसके पास कॉलेज के डोमेन का ईमेल है वह उससे जुड़ सकता है और उसकी निजी पोस्ट पढ़ सकता है।',
    kinds: {
      created: (college: string, domain: string) => `${college} जोड़ा गया, डोमेन ${domain}`,
      approved: (college: string, domain: string) => `${college} का अनुरोध मंज़ूर हुआ, डोमेन ${domain}`,
      domain_changed: (college: string, domain: string, before = '') =>
        `${college} का डोमेन ${before} से बदलकर ${domain} किया गया`,
    },
    by: (name: string) => `${name} ने किया`,
    byOperator: 'संचालक ने, या ऐसे खाते ने जो अब नहीं है',
    acknowledge: 'ठीक है',
    acknowledged: 'बदलाव देख लिया गया',
  },
  chart: {
    users: 'नए खाते',
    posts: 'नई पोस्ट',
    comments: 'नई टिप्पणियाँ',
    sum: (count: string) => `30 दिनों में ${count}`,
    most: (count: string, day: string) => `सबसे ज़्यादा ${day} को: ${count}`,
    today: 'आज',
    todayCount: (count: string) => `आज: ${count}`,
    bar: (day: string, count: string) => `${day} को ${count}`,
    none: 'अभी कुछ नहीं है',
    asTable: 'टेबल में दिखाएँ',
    asCharts: 'चार्ट में दिखाएँ',
    day: 'दिन',
  },
}
