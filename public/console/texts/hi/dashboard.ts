import type { dashboard as english } from '../en/dashboard'

export const dashboard: typeof english = {
  page: {
    title: 'सार',
    numbers: 'आँकड़ों में',
    waiting: 'जो किसी की प्रतीक्षा में है',
    days: 'पिछले 30 दिन',
    daysLead: 'हर दिन जो आया और अब भी है। दिन UTC के अनुसार हैं, और आज का दिन अभी बाक़ी है।',
  },
  numbers: {
    users: 'खाते',
    posts: 'पोस्ट',
    comments: 'टिप्पणियाँ',
    active: '7 दिनों में सक्रिय',
    fresh: (count) => `7 दिनों में +${count}`,
  },
  waits: {
    reports: 'शिकायतें',
    requests: 'कॉलेज के अनुरोध',
    feedback: 'नए सुझाव',
    nothing: 'कुछ बाक़ी नहीं',
    some: (count) => `${count.toLocaleString('hi')} प्रतीक्षा में`,
  },
  chart: {
    users: 'नए खाते',
    posts: 'नई पोस्ट',
    comments: 'नई टिप्पणियाँ',
    sum: (count) => `30 दिनों में ${count}`,
    most: (count, day) => `सबसे ज़्यादा ${day} को: ${count}`,
    today: 'आज',
    todayCount: (count) => `आज: ${count}`,
    bar: (day, count) => `${day} को ${count}`,
    none: 'इन 30 दिनों में कुछ नहीं आया।',
    asTable: 'तालिका के रूप में दिखाएँ',
    asCharts: 'चार्ट के रूप में दिखाएँ',
    day: 'दिन',
  },
}
