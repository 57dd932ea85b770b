// What the words of a title mean on a campus, in English, Hindi and Hinglish: a line for each meaning, its first word
// the name of it, words that stand together with `_` between them. `~` before one that most questions could have.

const MEANINGS = `
exam exams paper papers test tests examination examinations pariksha imtihan परीक्षा पेपर एग्जाम इम्तिहान
endsem end_sem end_sems end_semester end_term finals एंडसेम
midsem mid_sem mid_sems mid_semester mid_term minors मिडसेम
~semester sem sems semesters सेमेस्टर सेम
hostel hostels hall_of_residence chhatravas हॉस्टल होस्टल छात्रावास
room rooms pg kamra flat कमरा रूम
wifi internet net wi_fi lan network वाईफाई इंटरनेट नेट
mess canteen food khana khaana dining cafeteria meal meals मेस कैंटीन खाना
cafe cafes coffee chai tea_stall chai_tapri चाय
fee fees fine_amount payment_of_fees shulk फीस शुल्क
attendance haziri present_percentage upasthiti उपस्थिति हाज़िरी अटेंडेंस
library reading_room pustakalaya लाइब्रेरी पुस्तकालय
scholarship scholarships fellowship chhatravritti छात्रवृत्ति स्कॉलरशिप
idcard id_card id_cards identity_card i_card college_id आईडी_कार्ड
result results marks grades grade_card marksheet score scores natija परिणाम रिजल्ट नतीजा
recheck revaluation rechecking re_evaluation re_checking reval copy_check
doctor doctors medical_centre medical_center health_centre health_center dispensary clinic hospital डॉक्टर अस्पताल
laundry dhobi washing_machine clothes_washed wash_clothes washed kapde धोबी लॉन्ड्री
bike bikes two_wheeler two_wheelers motorcycle scooter scooty बाइक
cycle bicycle cycles bicycles साइकिल
bus shuttle buses बस
station railway_station railway स्टेशन
curfew gates_close gate_closing gate_close gate_timing in_time late_entry कर्फ्यू
freshman fresher freshers first_year first_years 1st_year 1st_years first_yr juniors
placement placements campus_placement प्लेसमेंट
internship internships intern interns इंटर्नशिप
club clubs society societies क्लब
prof professor professors sir maam teacher faculty instructor प्रोफेसर टीचर
book books kitab textbook किताब
notes note study_material नोट्स
os operating_system operating_systems
dsa data_structures data_structures_and_algorithms data_structures_algorithms ds_algo
print printout printouts prints xerox photocopy printing printer प्रिंट
water paani pani पानी
light bijli electricity power_cut बिजली
roommate roommates room_mate room_partner रूममेट
registration register course_registration enrolment enrollment
holiday holidays vacation vacations chutti chhutti break छुट्टी
lost kho_gaya kho_gayi gum missing misplaced खो
bonafide bona_fide
gym gymnasium जिम
cgpa gpa cpi spi sgpa pointer
backlog kt supply supplementary atkt back_paper
elective electives open_elective
fest festival cultural_fest
ticket tickets pass passes
refund refunds paisa_wapas money_back
sunday sundays ravivar रविवार
saturday saturdays shanivar शनिवार
night raat रात
down kharab broken dead slow band not_working nahi_chal kaam_nahi nahi_chalta down_again ठप खराब
pyq pyqs previous_year_papers previous_year_paper previous_year_questions previous_papers old_papers purane_paper
parcel parcels courier couriers package packages पार्सल
parking parking_sticker parking_pass पार्किंग
barber salon saloon haircut nai parlour नाई
mosquito mosquitoes machhar macchar मच्छर
ta tas teaching_assistant teaching_assistants ta_ship
syllabus पाठ्यक्रम pathyakram
timetable time_table schedule routine datesheet date_sheet समय_सारणी
assignment assignments homework lab_record
project projects major_project minor_project
senior seniors third_years final_years
medicine medicines dawai dawa chemist pharmacy दवाई
dress uniform dress_code
ac air_conditioner cooler fan pankha पंखा
toilet washroom bathroom restroom शौचालय
party parties celebration
trip tour travel ghumna
train trains railgadi ट्रेन
taxi cab auto rickshaw ola uber
ground stadium maidan मैदान
ragging रैगिंग
deposit caution_money security_deposit
leave chhutti_leave medical_leave
transcript transcripts
degree degree_certificate convocation_degree डिग्री
password passwords पासवर्ड
~complaint complain complaints report shikayat shikayat_karna शिकायत
~hard tough difficult mushkil easy aasan asaan strict कठिन मुश्किल
~week hafte hafta weekly
~free muft without_paying
~waive waived maaf maafi
~student students bacche छात्र
~portal website site erp
~inside andar within
~deadline last_date last_day closing_date due_date kab_tak aakhri_tarikh akhri_date आखिरी_तारीख अंतिम_तिथि कब_तक
~timing timings time hours open opens opening closing khulta khulti khula baje kitne_baje what_time समय टाइमिंग
~begin begins start starts starting shuru commence शुरू
~pay paid paying submit deposit bhare bharna bharein bharni jama payment भरें जमा
~get getting obtain milega milegi milta milte milti mil nikal issue apply collect procedure process मिलेगा मिलेगी
~duplicate new replacement naya dobara reissue
~best good accha achha acha acchi acche badhiya sabse_accha recommend top suggest suggestions अच्छा
~change swap switch badalna badle badlein
~connect connecting connection login
~drop dropping withdraw
~course courses subject subjects
~minimum min required kitni kam_se_kam compulsory
~allow allowed allow_karte permission permitted keep rakhna rakh
~form forms फॉर्म application
~sheet sheets copies answer_sheet answer_sheets
~near nearby paas_mein close_to around आसपास
~low less kam without
~place places spot spots jagah
~year saal years वर्ष
~campus college university institute uni कैंपस कॉलेज`

/** What weighs nothing: words of asking, and those that most sentences have. */
const SILENT = new Set(
  `a an the and or of to in on at for from by with about is are was were be been do does did can could should would will
  i me my we our you your it its this that these those there here any anyone anybody someone some if not no so just please
  pls plz help need want have has had get_to much many really going reset forgot convert become sit position positions collect dont cant doesnt am im ive which what who whose how why else alternative possible know
  tell up out yet still again back come use read make take say far as than too also very really now today since last
  ka ki ke ko se me mein mai hai hain tha thi kya kyu kyun kaise kese kaun kaunsa kaunsi kaunse koi kisi kis kuch mera
  meri mere hum aap tum jo to toh bhi hi ho hota hoga hogi raha rahi rahe karna karte kare karein karo kar liye lie chahiye
  aur ya yeh ye wo woh par pe nahi nahin na abhi aayega aayegi ayega aa jaane wala wali wale dene loon lun sakte sakta
  sakti sakta hua hui gaya gayi gaye bhool banwana karu karun lu lena bahut bohot jyada zyada unka uska iska itna kitna kitne kisko kise batao batana bata bhai yaar dost paas sabse dena lena
  का की के को से में मैं है हैं था थी क्या क्यों कैसे कौन कौनसा कोई किसी कुछ मेरा मेरी मेरे हम आप जो तो भी ही हो होगा होगी रहा
  रही करना करें करे कर लिए चाहिए और या यह ये वह वो पर नहीं अभी आएगा आएगी आयेगा`.split(/\s+/),
)

/** Of Hinglish: `milega`, `jayegi`, `karunga`. */
const FUTURE = /(?:[ey]e?n?|un)g[aie]$/

/** What a title asks for. Two that ask for different things differ, whatever else they share. */
const ASKED: Readonly<Record<string, string>> = {
  ...{ when: 'when', kab: 'when', कब: 'when', deadline: 'when', timing: 'when' },
  ...{ where: 'where', kahan: 'where', kaha: 'where', kidhar: 'where', कहाँ: 'where', कहां: 'where' },
}
const ORDINALS: Readonly<Record<string, string>> = {
  ...{ first: '1', second: '2', third: '3', fourth: '4', fifth: '5', sixth: '6', seventh: '7', eighth: '8' },
}

export type Meaning = { name: string; forms: readonly string[]; weight: number }
const WEAK = 0.3
const LONGEST = 4

const MEANING_OF = new Map<string, Meaning>(
  MEANINGS.trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.replace('~', '').split(' ')
      const forms = words.map((word) => word.replaceAll('_', ' '))
      const meaning = { name: words[0] ?? '', forms, weight: line.startsWith('~') ? WEAK : 1 }
      return words.map((word) => [word, meaning] as const)
    }),
)

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** A light fold of plurals and forms, as the index folds them. */
const folded = (word: string): string => (word.length < 5 ? word : word.replace(/(?:ing|ed|es|s)$/, ''))

/** What a title is about, and what it asks for of that. */
export type Asked = { meanings: ReadonlyMap<string, Meaning>; numbers: ReadonlySet<string>; kinds: ReadonlySet<string> }

export function meaningOf(title: string): Asked {
  const words = title.normalize('NFC').toLowerCase().replaceAll(/[’']/g, '').match(WORD) ?? []
  const asked = { meanings: new Map<string, Meaning>(), numbers: new Set<string>(), kinds: new Set<string>() }
  for (let at = 0; at < words.length; ) {
    const length = longestFrom(words, at)
    const word = words.slice(at, at + length).join('_')
    at += length
    const { name, forms, weight } = MEANING_OF.get(word) ?? { name: folded(word), forms: [word], weight: 1 }
    const number = ORDINALS[word] ?? /^(\d+)(?:st|nd|rd|th)?$/.exec(word)?.[1]
    const kind = ASKED[name]
    if (kind !== undefined) asked.kinds.add(kind)
    if (number !== undefined || /\d/.test(word)) asked.numbers.add(number ?? word)
    else if (kind === undefined || MEANING_OF.has(word)) {
      if (!SILENT.has(word) && (MEANING_OF.has(word) || !FUTURE.test(word)))
        asked.meanings.set(name, { name, forms, weight })
    }
  }
  return asked
}

/** How many of the words from there mean something together. */
function longestFrom(words: readonly string[], at: number): number {
  for (let length = LONGEST; length > 1; length--)
    if (at + length <= words.length && MEANING_OF.has(words.slice(at, at + length).join('_'))) return length
  return 1
}
