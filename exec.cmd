@rem npm start says "exec": a POSIX shell then hands signals to Hearthwatch itself. On Windows this stands in for it.
@%*
