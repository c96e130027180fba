@rem The npm scripts begin with exec, so that the program itself gets npm's signals, and not a shell. A POSIX shell has
@rem exec built in; cmd.exe finds this file.
@%*
