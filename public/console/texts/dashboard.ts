import { catalogue, type Pair } from '../../app/texts/catalogue'
import { counted, hindiCount } from '../../app/texts/numbers'

/** The numbers of a Quad. */
export const dashboardText = catalogue({
  page: {
    numbers: ['Numbers', 'आँकड़े'],
    waiting: ['Needs attention', 'इन पर ध्यान दें'],
    days: ['Last 30 days', 'पिछले 30 दिन'],
    daysLead: [
      'Per day (UTC), excluding deleted. Today is partial.',
      'हर दिन (UTC), मिटाए हुए को छोड़कर। आज का दिन अभी बाक़ी है।',
    ],
  },
  numbers: {
    users: ['Accounts', 'खाते'],
    posts: ['Posts', 'पोस्ट'],
    active: ['Active in 7 days', '7 दिनों में सक्रिय'],
    fresh: [(count: string) => `${count} new in 7 days`, (count: string) => `7 दिनों में ${count} नए`],
  },
  waits: {
    escalated: ['Escalated to superadmins', 'सुपर एडमिन को भेजी गई'],
    appealsDecided: [
      (overturned: string, upheld: string) => `Appeals so far: ${overturned} accepted, ${upheld} declined`,
      (overturned: string, upheld: string) => `अब तक की अपील: ${overturned} मानी गईं, ${upheld} नहीं मानी गईं`,
    ],
    nothing: ['All clear. Nothing waits for a decision.', 'कुछ बाक़ी नहीं है। किसी फ़ैसले का इंतज़ार नहीं है।'],
    some: [(count: number) => counted(count, 'en'), (count: number) => `${hindiCount(count)} बाक़ी`],
  },
  alerts: {
    title: ['Check these college changes', 'कॉलेजों के ये बदलाव जाँचें'],
    lead: [
      'Anyone with an email at a college’s domain can join it and read its college-only posts.',
      'जिसके पास कॉलेज के डोमेन का ईमेल है वह उससे जुड़ सकता है और उसकी “केवल कॉलेज” वाली पोस्ट पढ़ सकता है।',
    ],
    kinds: {
      created: [
        (college: string, domain: string) => `${college} was added with the domain ${domain}`,
        (college: string, domain: string) => `${college} जोड़ा गया, डोमेन ${domain}`,
      ],
      approved: [
        (college: string, domain: string) => `The request for ${college} was approved, with the domain ${domain}`,
        (college: string, domain: string) => `${college} का अनुरोध मंज़ूर हुआ, डोमेन ${domain}`,
      ],
      domain_changed: [
        (college: string, domain: string, before = '') =>
          `The domain of ${college} was changed from ${before} to ${domain}`,
        (college: string, domain: string, before = '') => `${college} का डोमेन ${before} से बदलकर ${domain} किया गया`,
      ],
    } as Record<
      'created' | 'approved' | 'domain_changed',
      Pair<(college: string, domain: string, before?: string) => string>
    >,
    by: [(name: string) => `By ${name}`, (name: string) => `${name} ने किया`],
    byOperator: ['By the operator or a deleted account', 'संचालक ने, या ऐसे खाते ने जो अब नहीं है'],
    acknowledge: ['Looks right', 'ठीक है'],
    acknowledged: ['Change acknowledged', 'बदलाव देख लिया गया'],
  },
  pictures: {
    heading: ['Pictures', 'फ़ोटो'],
    used: [
      (used: string, most: string) => `${used} of ${most} MB used`,
      (used: string, most: string) => `${most} में से ${used} MB इस्तेमाल`,
    ],
  },
  backups: {
    heading: ['Backups', 'बैकअप'],
    title: ['Check the backups', 'बैकअप जाँचें'],
    none: ['There’s no proven backup yet.', 'अभी तक कोई बैकअप जाँचा नहीं गया है।'],
    notScheduled: [
      'Quad makes no backups by itself. The operator can switch that on (BACKUP_TO).',
      'Quad अपने आप बैकअप नहीं बनाता। संचालक इसे चालू कर सकते हैं (BACKUP_TO)।',
    ],
    proven: ['Last restored and checked:', 'आख़िरी बार लौटाकर जाँचा गया:'],
    size: [
      (megabytes: string, seconds: string) => `${megabytes} MB, in ${seconds} s`,
      (megabytes: string, seconds: string) => `${megabytes} MB, ${seconds} सेकंड में`,
    ],
    overdue: ['No backup has been proven for a while.', 'कुछ समय से किसी बैकअप की जाँच पूरी नहीं हुई है।'],
    tell: [
      'Please tell the operator. The server’s log and “quad doctor” say more.',
      'कृपया संचालक को बताएँ। सर्वर का लॉग और “quad doctor” और बताते हैं।',
    ],
    problems: {
      'no-data': ['The server found no data to back up.', 'सर्वर को बैकअप के लिए कोई डेटा नहीं मिला।'],
      'no-room': ['The server’s disk has no room to make a backup.', 'सर्वर की डिस्क पर बैकअप बनाने की जगह नहीं है।'],
      damaged: [
        'The last backup couldn’t be restored, so it wasn’t kept.',
        'आख़िरी बैकअप लौटाया नहीं जा सका, इसलिए उसे रखा नहीं गया।',
      ],
      exists: ['A backup with that name was there already.', 'इस नाम का बैकअप पहले से था।'],
      unreachable: ['The place where backups are kept can’t be reached.', 'जहाँ बैकअप रखे जाते हैं वहाँ पहुँचा नहीं जा सकता।'],
      refused: [
        'The place where backups are kept refused the last one.',
        'जहाँ बैकअप रखे जाते हैं वहाँ आख़िरी बैकअप नहीं लिया गया।',
      ],
      'target-full': ['The place where backups are kept is full.', 'जहाँ बैकअप रखे जाते हैं वहाँ जगह नहीं बची।'],
      'stored-differently': [
        'The place where backups are kept didn’t keep what it was sent.',
        'जहाँ बैकअप रखे जाते हैं वहाँ भेजा हुआ बैकअप जैसा था वैसा नहीं रखा गया।',
      ],
      'too-long': [
        'The last backup took too long and was stopped.',
        'आख़िरी बैकअप में बहुत समय लगा, इसलिए उसे रोक दिया गया।',
      ],
      'ended-early': ['The last backup was interrupted.', 'आख़िरी बैकअप बीच में रुक गया।'],
      unforeseen: ['Something unexpected stopped the last backup.', 'किसी अनजानी गड़बड़ी से आख़िरी बैकअप रुक गया।'],
      counters: [
        'The last backup was kept, but some of its totals are wrong, as they are on the server.',
        'आख़िरी बैकअप रखा गया, पर उसकी कुछ गिनतियाँ ग़लत हैं, जैसे सर्वर पर हैं।',
      ],
      'audit-log': [
        'The last backup was kept, but its audit log was changed, as it is on the server.',
        'आख़िरी बैकअप रखा गया, पर उसका ऑडिट लॉग बदला हुआ है, जैसे सर्वर पर है।',
      ],
    },
  },
  chart: {
    users: ['New accounts', 'नए खाते'],
    posts: ['New posts', 'नई पोस्ट'],
    comments: ['New comments', 'नई टिप्पणियाँ'],
    sum: [(count: string) => `${count} in 30 days`, (count: string) => `30 दिनों में ${count}`],
    most: [
      (count: string, day: string) => `Most on ${day}: ${count}`,
      (count: string, day: string) => `सबसे ज़्यादा ${day} को: ${count}`,
    ],
    today: ['Today', 'आज'],
    todayCount: [(count: string) => `today: ${count}`, (count: string) => `आज: ${count}`],
    bar: [(day: string, count: string) => `${day}: ${count}`, (day: string, count: string) => `${day} को ${count}`],
    none: ['Nothing yet', 'अभी कुछ नहीं है'],
    asTable: ['Show as table', 'टेबल में दिखाएँ'],
    asCharts: ['Show as charts', 'चार्ट में दिखाएँ'],
    day: ['Day', 'दिन'],
  },
})
