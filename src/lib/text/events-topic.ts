/** As Quad's own list names it; `Events` is what a campus may call its own. */
const EVENTS_TOPICS = ['community event', 'events']

export const isEventsTopic = (topic: string): boolean => EVENTS_TOPICS.includes(topic.toLowerCase())
