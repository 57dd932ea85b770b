/** As Quad's own list names it; `Events` is what a campus may call its own. */
const EVENTS_TOPICS = ['community event', 'events']

/** Whether posts of the topic may have a date and a place. */
export const isEventsTopic = (topic: string): boolean => EVENTS_TOPICS.includes(topic.toLowerCase())
