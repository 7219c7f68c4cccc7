/** Requests the files of the screen at the address. Without an account, the login is shown in its place. */
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

// The build fills in all files, and by the path of each route the indexes of those of its screen.
preloadScreen(__FILES__, __SCREENS__);
