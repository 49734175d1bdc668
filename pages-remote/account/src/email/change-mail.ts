/** Name of the pause between two mails about one change of the address, wherever they are asked for. */
export const CHANGE_MAIL = 'change-email.mail';
