/** Seconds between two mails to one address: what the auth service asks for by default. */
export const MAIL_PAUSE_SECONDS = 60;
