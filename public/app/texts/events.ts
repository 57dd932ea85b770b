import { catalogue } from './catalogue'

/** Posts with a date and a place. */
export const eventsText = catalogue({
  agenda: {
    title: ['What’s on', 'क्या हो रहा है'],
    lead: ['Events on campus, soonest first.', 'कैंपस के इवेंट, सबसे पहले होने वाले ऊपर।'],
    none: ['Nothing planned yet', 'अभी कुछ तय नहीं है'],
    write: ['Post an event', 'इवेंट पोस्ट करें'],
    all: ['Calendar of all public events (.ics)', 'सभी सार्वजनिक इवेंट का कैलेंडर (.ics)'],
  },
  event: {
    when: ['When', 'कब'],
    where: ['Where', 'कहाँ'],
    add: ['Add to calendar', 'कैलेंडर में जोड़ें'],
  },
  fields: {
    startsAt: ['When', 'कब'],
    place: ['Where', 'कहाँ'],
  },
})
