import type { Translation } from '@atrium/page-kit/messages';
import type { providerFailureText, providerText } from './messages.ts';

export const providersGerman: Translation<typeof providerText> = {
  title: 'Verbundene Konten',
  advice: 'Melden Sie sich mit einem Konto an, das Sie anderswo haben.',
  link: '{provider} verbinden',
  detail: '{email}, verbunden am {date}',
  detailWithoutEmail: 'Verbunden am {date}',
  unlink: 'Trennen',
  askUnlinking: '{provider} trennen?',
  unlinkAdvice: 'Sie können sich dann nicht mehr mit diesem Konto anmelden.',
  unlinked: '{provider} ist getrennt.',
  returning: 'Sie werden angemeldet …',
  failed: 'Sie sind nicht angemeldet',
  notLinked: 'Das Konto ist nicht verbunden',
  again: 'Zurück zur Anmeldung',
  goOn: 'Weiter',
  otherFailure: 'Der Anbieter hat einen Fehler gemeldet. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.',
};

export const providersFailureGerman: Translation<typeof providerFailureText> = {
  access_denied: 'Sie haben das beim Anbieter abgebrochen. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  identity_already_exists: 'Dieses Konto ist schon verbunden, mit Ihnen oder mit jemand anderem. Wählen Sie ein anderes, oder trennen Sie es zuerst.',
  single_identity_not_deletable: 'Nur so kommen Sie in Ihr Konto. Legen Sie zuerst ein Passwort fest, mit „Passwort vergessen?“ auf der Anmeldeseite.',
  identity_of_address: 'Ohne dieses Konto würde sich Ihre E-Mail-Adresse ändern. Ändern Sie zuerst Ihre E-Mail-Adresse.',
  email_conflict_identity_not_deletable: 'Ein anderes Konto verwendet die Adresse, die übrig bliebe. Ändern Sie zuerst Ihre E-Mail-Adresse.',
  manual_linking_disabled: 'Diese Website verbindet zurzeit keine Konten.',
  provider_email_needs_verification: 'Der Anbieter hat Ihre Adresse nicht geprüft. Wir haben Ihnen einen Link gesendet, mit dem Sie sie bestätigen.',
  flow_state_not_found: 'Das hat zu lange gedauert oder ist schon geschehen. Melden Sie sich noch einmal an.',
  flow_state_expired: 'Das hat zu lange gedauert. Melden Sie sich noch einmal an.',
  bad_oauth_state: 'Das hat zu lange gedauert. Melden Sie sich noch einmal an.',
  bad_code_verifier: 'Die Anmeldung hat in einem anderen Tab oder Browser begonnen. Melden Sie sich hier noch einmal an.',
  pkce_code_verifier_not_found: 'Die Anmeldung hat in einem anderen Browser begonnen. Melden Sie sich hier noch einmal an.',
};
