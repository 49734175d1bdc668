// Runs before a prerendered page is parsed. Must work without the shell, which may arrive much later or never.
(() => {
  // The shell opens another page for the mailed links of the auth service (docs/reference/page-contract.md).
  const isMailedLink = /[#&](?:access_token|refresh_token|token_hash|error_code|error_description)=/.test(location.hash);
  if (isMailedLink) document.documentElement.setAttribute('data-stored-session', '');
  try {
    // The storage keys of supabase-js's sessions (page-kit/src/contract/session-key.ts). The page is for visitors without one.
    if (Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key))) document.documentElement.setAttribute('data-stored-session', '');
  } catch {
    // This browser forbids storage, so it stores no session.
  }
  // The shell submits the form again once the page's code has arrived.
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (!form.closest('[data-prerendered]')) return;
      event.preventDefault();
      form.setAttribute('data-submitted', '');
      event.submitter?.setAttribute('aria-busy', 'true');
    },
    true,
  );
})();
