/**
 * Requests the files of the screen at the address. The build calls it with all files, and with those of each screen by the
 * path of its route. Without an account, the login is shown in place of the screen.
 */
function preloadScreen(files, screens) {
  const names = location.pathname.split('/').filter(Boolean);
  const route = Object.keys(screens).find((path) => {
    const parts = path.split('/').filter(Boolean);
    const isSame = (part, at) => part.startsWith('$') || part === names[at];
    return parts.length === names.length && parts.every(isSame);
  });
  try {
    if (route === undefined || localStorage.getItem('token') === null) return;
  } catch {
    // Storage is closed to us, so nobody is signed in.
    return;
  }
  for (const index of screens[route]) {
    const isStyle = files[index].endsWith('.css');
    const link = document.createElement('link');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    // As the build requests them later, or else they would be requested twice.
    link.crossOrigin = '';
    link.href = `/${files[index]}`;
    document.head.append(link);
  }
}
