export const hindi = {
  agenda: {
    title: 'क्या हो रहा है',
    lead: 'कैंपस के इवेंट, सबसे पहले होने वाले ऊपर।',
    none: 'अभी कुछ तय नहीं है',
    write: 'इवेंट पोस्ट करें',
    all: 'सभी सार्वजनिक इवेंट का कैलेंडर (.ics)',
  },
  event: { when: 'कब', where: 'कहाँ', add: 'कैलेंडर में जोड़ें' },
  fields: { startsAt: 'कब', place: 'कहाँ' },
}
