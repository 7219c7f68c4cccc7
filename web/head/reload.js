// Runs before the built files, whose names change with each version. When one of them is missing, because the page comes
// from another version than the process that is asked for the file, the page is loaded once more. For files that are
// loaded later, web/router/reload-once.ts does the same. Says why there is no page where one cannot be shown.
function explain(why) {
  const root = document.getElementById('root');
  if (!root || root.hasChildNodes()) return;
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.style.cssText =
    'margin: 20vh auto 0; padding: 0 24px; max-width: 420px; font-family: sans-serif';
  const again = document.createElement('a');
  again.href = location.href;
  again.textContent = 'Try again';
  text.append(why, ' ', again);
  root.append(text);
}

const explainMissing = () =>
  explain('Barback could not be loaded, possibly because it is being upgraded.');

// A browser that blocks the data of sites refuses both with an error.
try {
  void [localStorage, sessionStorage];
} catch {
  const why = `This browser blocks the data of ${location.host}, where Barback keeps who is signed in. Allow cookies and site data for it in the settings of the browser.`;
  addEventListener('DOMContentLoaded', () => explain(why));
}

function mayReload() {
  const build = document.querySelector('script[type="module"]')?.src ?? '';
  try {
    const before = sessionStorage.getItem('reloadedFrom') ?? '';
    if (before.split(' ').includes(build)) return false;
    sessionStorage.setItem('reloadedFrom', `${before} ${build}`.trim());
    return true;
  } catch {
    // Storage is closed to us, so a reload could be repeated forever.
    return false;
  }
}

function handleError({ target }) {
  const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
  const isScript = target instanceof HTMLScriptElement && target.type === 'module';
  if (!isStyle && !isScript) return;
  // Without a network the file may be there, and a reload would lose the page.
  if (!navigator.onLine && document.getElementById('root')?.hasChildNodes()) return;
  if (mayReload()) location.reload();
  else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', explainMissing);
  else if (isScript) explainMissing();
}
addEventListener('error', handleError, true);
