// Runs in the head of the page, before anything is painted, so that a dark screen never flashes white.
(() => {
  // A wall display is dark unless its browser has another choice.
  let chosen = location.pathname === '/wall' ? 'dark' : 'auto';
  try {
    chosen = localStorage.getItem('colorScheme') ?? chosen;
  } catch {
    // Storage is closed to us: follow the system.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
