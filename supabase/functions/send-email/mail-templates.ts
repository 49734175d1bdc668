// Written by `npm run mail-templates` from supabase/config.toml and supabase/templates: change those.

/** The texts of all mails, by the names that the Supabase CLI has for them. */
export const mailTemplates = {
  confirmation: {
    subject: "Confirm your email address",
    html: "<h1>Confirm your email address</h1>\n<p>Thank you for signing up. Confirm this address to finish.</p>\n<p><a href=\"{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=email&amp;next={{ .RedirectTo }}\">Confirm address</a></p>\n<p>Did you not sign up? Then ignore this mail: without the confirmation there is no account.</p>\n",
  },
  recovery: {
    subject: "Set a new password",
    html: "<h1>Set a new password</h1>\n<p>Somebody, hopefully you, asked to set a new password for this account.</p>\n<p><a href=\"{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=recovery&amp;next={{ .RedirectTo }}\">Set a new password</a></p>\n<p>Was it not you? Then ignore this mail: your password stays as it is.</p>\n",
  },
  invite: {
    subject: "You are invited",
    html: "<h1>You are invited</h1>\n{{ if .Data.invited_to }}<p>{{ .Data.invited_by }} invites you to the board “{{ .Data.invited_to }}”.</p>\n{{ end }}<p>An account was made for {{ .Email }}. Confirm this address, and choose a password.</p>\n<p><a href=\"{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=invite&amp;next={{ .RedirectTo }}\">Accept the invitation</a></p>\n<p>Did you not expect it? Then ignore this mail: nobody can use the account without the link.</p>\n",
  },
  magic_link: {
    subject: "{{ if .Data.invited_to }}You are invited{{ else }}Your log-in link{{ end }}",
    html: "{{ if .Data.invited_to }}<h1>You are invited</h1>\n<p>{{ .Data.invited_by }} invites you to the board “{{ .Data.invited_to }}”. This link logs you in and leads to it. It works once.</p>\n{{ else }}<h1>Your log-in link</h1>\n<p>You asked to log in, or somebody invited you to a board. This link logs you in. It works once.</p>\n{{ end }}<p><a href=\"{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=email&amp;next={{ .RedirectTo }}\">Log in</a></p>\n<p>Did you not expect it? Then ignore this mail: nobody can log in without the link.</p>\n",
  },
  email_change: {
    subject: "Confirm your new email address",
    html: "<h1>Confirm your new email address</h1>\n<p>The address of your account is to change from {{ .Email }} to {{ .NewEmail }}.</p>\n<p><a href=\"{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=email_change&amp;next={{ .RedirectTo }}\">Confirm the change</a></p>\n<p>Was it not you? Then ignore this mail, and set a new password.</p>\n",
  },
  reauthentication: {
    subject: "Confirm that it is you",
    html: "<h1>Confirm that it is you</h1>\n<p>Enter this code on the page that asks for it: <strong>{{ .Token }}</strong></p>\n<p>Was it not you? Then tell the code to nobody, and set a new password.</p>\n",
  },
  password_changed: {
    subject: "Your password was changed",
    html: "<h1>Your password was changed</h1>\n<p>The password of the account {{ .Email }} has just been changed.</p>\n<p>Was it not you? Then <a href=\"{{ .SiteURL }}/reset-password\">set a new password</a>.</p>\n",
  },
  email_changed: {
    subject: "Your email address was changed",
    html: "<h1>Your email address was changed</h1>\n<p>Your account now belongs to {{ .Email }}, and no longer to {{ .OldEmail }}.</p>\n<p>Was it not you? Then tell whoever runs this site at once: mails about the account no longer come here.</p>\n",
  },
  mfa_factor_enrolled: {
    subject: "A second factor was added",
    html: "<h1>A second factor was added</h1>\n<p>The account {{ .Email }} now asks for a code as well ({{ .FactorType }}).</p>\n<p>Was it not you? Then <a href=\"{{ .SiteURL }}/account/security\">see your second factors</a>, and set a new password.</p>\n",
  },
  mfa_factor_unenrolled: {
    subject: "A second factor was removed",
    html: "<h1>A second factor was removed</h1>\n<p>A second factor of the account {{ .Email }} has just been removed ({{ .FactorType }}).</p>\n<p>Was it not you? Then <a href=\"{{ .SiteURL }}/reset-password\">set a new password</a>.</p>\n",
  },
  phone_changed: {
    subject: "Your phone number was changed",
    html: "<h1>Your phone number was changed</h1>\n<p>The phone number of the account {{ .Email }} has just been changed.</p>\n<p>Was it not you? Then <a href=\"{{ .SiteURL }}/reset-password\">set a new password</a>.</p>\n",
  },
  identity_linked: {
    subject: "A way to log in was added",
    html: "<h1>A way to log in was added</h1>\n<p>The account {{ .Email }} can now be used with a log-in at {{ .Provider }}.</p>\n<p>Was it not you? Then <a href=\"{{ .SiteURL }}/reset-password\">set a new password</a>, and remove what you do not know.</p>\n",
  },
  identity_unlinked: {
    subject: "A way to log in was removed",
    html: "<h1>A way to log in was removed</h1>\n<p>The account {{ .Email }} can no longer be used with a log-in at {{ .Provider }}.</p>\n<p>Was it not you? Then <a href=\"{{ .SiteURL }}/reset-password\">set a new password</a>.</p>\n",
  },
} as const;
